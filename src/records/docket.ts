/**
 * A court case (docs/service.md, section 5.1) in normal form. `undefined`: no such field, or an unreadable one.
 * '' : the field was there, and blank or null. The difference matters where blank is news (`dateTerminated`).
 */
export interface Docket {
  readonly type: 'docket';
  /** `docketId` as decimal text. */
  readonly key: string;
  readonly docketNumber?: string | undefined;
  readonly pacerCaseId?: string | undefined;
  readonly caseName?: string | undefined;
  readonly court?: string | undefined;
  readonly courtId?: string | undefined;
  readonly assignedTo?: string | undefined;
  readonly suitNature?: string | undefined;
  readonly jurisdiction?: string | undefined;
  readonly status?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly dateFiled?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly dateTerminated?: string | undefined;
  readonly parties?: readonly string[] | undefined;
  readonly patentNumbers?: readonly string[] | undefined;
  /** How many entries the court's docket has, shown to us or not. */
  readonly entryTotal?: number | undefined;
  /** Only as stored: true once a response showed fewer entries than `entryTotal`. */
  readonly isWindow?: boolean | undefined;
  /** undefined: the response had no entry list, which is no news about entries. */
  readonly entries?: readonly Entry[] | undefined;
}

/** A further document of an entry (docs/service.md, section 5.3), in our spelling. */
export interface ExtraDocument {
  readonly documentNumber: number | null;
  readonly documentHref: string;
  readonly pdfUrl: string;
  readonly patentNumbers: readonly string[];
}

/** One line of a docket (docs/service.md, section 5.2) in normal form: text as it came, absent text as ''. */
export interface Entry {
  readonly documentNumber: string;
  /** `YYYY-MM-DD`; the source's own words where they are not a date; '' when absent. */
  readonly dateFiled: string;
  readonly description: string;
  /** null when there is no document link. */
  readonly documentHref: string | null;
  /** '' when there is no PDF. */
  readonly pdfUrl: string;
  readonly patentNumbers: readonly string[];
  readonly extraDocument: readonly ExtraDocument[];
  /** Fields that came in a form we could not read; when they can be read again, that is no news. */
  readonly unread?: readonly string[];
}

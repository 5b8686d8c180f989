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

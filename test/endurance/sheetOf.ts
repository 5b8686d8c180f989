import { type ZipOptions, zipSync } from 'fflate';

/** Returns a workbook with one sheet of these rows, as small as readers accept. */
export const sheetOf = (rows: string, options: ZipOptions = {}) =>
  zipSync(
    {
      'xl/workbook.xml': Buffer.from('<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': Buffer.from(
        '<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>',
      ),
      'xl/worksheets/s.xml': Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    },
    options,
  );

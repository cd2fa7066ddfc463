/**
 * Files as programs write them, byte by byte: those that are read, with the users in them, those that are refused, and single lines that are
 * bad. `docs/files.md` is made of them.
 */
import type { openImportFile } from "../../src/imports/ImportFile.ts"

export type Given = Parameters<typeof openImportFile>[1]

/** What most commands say of a file. */
export const unsaid: Given = { format: undefined, encoding: undefined }
export const windows: Given = { format: undefined, encoding: "windows-1252" }

/** Text with one byte for each character below U+0100: what stands in the file, whatever its encoding. */
export const bytes = (text: string): Buffer => Buffer.from(text, "latin1")

export const jurgen = { first_name: "Jürgen", last_name: "Größe", email: "juergen@example.com" }
const zoe = { first_name: "Zoë", last_name: "O’Neil", email: "zoe@example.com" }
export const ada = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
const bob = { first_name: "Bob", last_name: "Doe", email: "bob@example.com" }

/** UTF-16, the low byte first, with its mark. */
export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le")

export const excelGerman = "first_name;last_name;email;status\r\n"
const excelUnicode =
  "first_name\tlast_name\temail\r\nJürgen\tGröße\tjuergen@example.com\r\nZoë\tO’Neil\tzoe@example.com\r\n"

/** A file of users that a program wrote, and the users in it. */
type ReadableFile = readonly [
  program: string,
  name: string,
  contents: Buffer,
  users: ReadonlyArray<object>,
  given?: Given
]

export const readableFiles: ReadonlyArray<ReadableFile> = [
  [
    "Excel in German, saved as CSV UTF-8",
    "excel-de-utf8.csv",
    bytes(
      `\xef\xbb\xbf${excelGerman}J\xc3\xbcrgen;Gr\xc3\xb6\xc3\x9fe;juergen@example.com;\r\nZo\xc3\xab;O\xe2\x80\x99Neil;zoe@example.com\r\n;;;\r\n`
    ),
    [jurgen, zoe]
  ],
  [
    "Excel in German, saved as plain CSV",
    "excel-de.csv",
    bytes(`${excelGerman}J\xfcrgen;Gr\xf6\xdfe;juergen@example.com;\r\nZo\xeb;O\x92Neil;zoe@example.com;\r\n`),
    [jurgen, zoe],
    windows
  ],
  [
    "Excel in English, with a column that was cleared and rows below the last one",
    "excel-en.csv",
    bytes("First Name,Last Name,Email,\r\nAda,King,ada@example.com,\r\nBob,Doe,bob@example.com,,\r\n,,,\r\n,,,\r\n"),
    [ada, bob]
  ],
  [
    "Excel, which names the separator",
    "sep.csv",
    bytes("sep=;\r\nfirst_name;last_name;email\r\nAda;King;ada@example.com\r\nBob;Doe;bob@example.com\r\n"),
    [ada, bob]
  ],
  ["Excel, saved as Unicode text", "unicode.txt", utf16(excelUnicode), [jurgen, zoe], { ...unsaid, format: "csv" }],
  ["Excel, saved as Unicode text, the high byte first", "unicode-be.csv", utf16(excelUnicode).swap16(), [jurgen, zoe]],
  [
    "Excel, saved as Unicode text, without a byte order mark",
    "unicode-bare.csv",
    utf16(excelUnicode).subarray(2),
    [jurgen, zoe]
  ],
  [
    "Excel, saved for Macintosh",
    "mac.csv",
    bytes("first_name,last_name,email\rAda,King,ada@example.com\rBob,Doe,bob@example.com\r"),
    [ada, bob]
  ],
  [
    "Outlook, its columns renamed",
    "outlook.csv",
    bytes(
      '"First Name","Last Name","Email","Status","Id"\r\n"Ada","King","ada@example.com"\r\n"Bob","Doe","bob@example.com","",""\r\n'
    ),
    [ada, bob]
  ],
  [
    "Google Sheets",
    "sheets.csv",
    bytes(
      "first_name,last_name,email,status\r\nJ\xc3\xbcrgen,Gr\xc3\xb6\xc3\x9fe,juergen@example.com,\r\nAda,King,ada@example.com,ACTIVE"
    ),
    [jurgen, { ...ada, status: "ACTIVE" }]
  ],
  [
    "pandas, to_csv(index=False)",
    "pandas.csv",
    bytes("first_name,last_name,email,status\nAda,King,ada@example.com,\nBob,Doe,bob@example.com,DISABLED\n"),
    [ada, { ...bob, status: "DISABLED" }]
  ],
  [
    'pandas, to_json(orient="records", lines=True)',
    "pandas.jsonl",
    bytes(
      String.raw`{"first_name":"J\u00fcrgen","last_name":"Gr\u00f6\u00dfe","email":"juergen@example.com","status":null}` +
        "\n" +
        String.raw`{"first_name":"Ada","last_name":"King","email":"ada@example.com","status":"ACTIVE"}`
    ),
    [jurgen, { ...ada, status: "ACTIVE" }]
  ],
  [
    "Jackson, SequenceWriter",
    "jackson.ndjson",
    bytes(
      '{"id":null,"first_name":"Ada","last_name":"King","email":"ada@example.com","status":null,"created_at":null,"updated_at":null}\r\n'
    ),
    [ada]
  ],
  [
    "Windows PowerShell, Export-Csv",
    "powershell5.csv",
    bytes(
      '#TYPE System.Management.Automation.PSCustomObject\r\n"first_name","last_name","email"\r\n"Ada","King","ada@example.com"\r\n'
    ),
    [ada]
  ],
  [
    "PowerShell 7, Export-Csv",
    "powershell7.csv",
    bytes('"first_name","last_name","email"\r\n"J\xc3\xbcrgen","Gr\xc3\xb6\xc3\x9fe","juergen@example.com"\r\n'),
    [jurgen]
  ],
  [
    "Windows PowerShell, ConvertTo-Json -Compress > file",
    "powershell.ndjson",
    utf16('{"first_name":"Jürgen","last_name":"Größe","email":"juergen@example.com","status":null}\r\n'),
    [jurgen]
  ],
  [
    "a database, with | between cells",
    "pipes.csv",
    bytes("first_name|last_name|email\nAda|King|ada@example.com\n"),
    [ada]
  ],
  [
    "a program that makes the line ends of Windows twice",
    "twice.csv",
    bytes("first_name,last_name,email\r\r\nAda,King,ada@example.com\r\r\n"),
    [ada]
  ]
]

/** A file that is refused as a whole: what is special about it. */
type RefusedFile = readonly [what: string, name: string, contents: Buffer]

export const refusedFiles: ReadonlyArray<RefusedFile> = [
  [
    "Outlook's own columns",
    "outlook.csv",
    bytes('"Title","First Name","Middle Name","Last Name","E-mail Address"\r\n')
  ],
  ["pandas with its index", "pandas.csv", bytes(",first_name,last_name,email\n0,Ada,King,ada@example.com\n")],
  ["a column twice", "twice.csv", bytes("first_name,last_name,email,First Name\n")],
  ["another separator", "caret.csv", bytes("sep=^\r\nfirst_name^email\r\n")],
  ["quotes in the header that stay open", "open.csv", bytes('first_name,"last_name,email\nAda,King,ada@example.com\n')],
  ["no line", "nothing.csv", bytes("\r\n\r\n")],
  ["UTF-16 that was cut", "cut.csv", utf16(excelUnicode).subarray(0, -1)],
  ["a name that does not tell the format", "users.txt", bytes("first_name,last_name,email\n")]
]

const jobsHeader = "external_id,title,description,openings\n"

/** Files of jobs with one bad line: what is special about that line. */
export const badLineFiles: ReadonlyArray<RefusedFile> = [
  ["quotes that stay open", "open.csv", bytes(`${jobsHeader}A,"T,D,1\n`)],
  ["text behind a closing quote", "behind.csv", bytes(`${jobsHeader}A,"the "best" one",D,1\n`)],
  ["a quote within a cell", "within.csv", bytes(`${jobsHeader}A,5" disk,D,1\n`)],
  ["a comma within a cell that is not quoted", "comma.csv", bytes(`${jobsHeader}A,T,D, and more,1\n`)],
  ["a row that ends too early", "short.csv", bytes(`${jobsHeader}A,T\n`)],
  ["a number as a spreadsheet shows it", "number.csv", bytes(`${jobsHeader}A,T,D,7.2E+06\n`)],
  ["a number with separators of thousands", "thousands.csv", bytes(`${jobsHeader}A,T,D,1.000\n`)],
  ["letters of another encoding", "latin.csv", bytes(`${jobsHeader}A,B\xfcro,D,1\n`)],
  ["a required member that is null", "null.ndjson", bytes('{"external_id":"A","title":null,"description":"D"}\n')],
  ["a text of two megabytes", "long.csv", bytes(`${jobsHeader}A,T,${"D".repeat(2_000_000)},1\n`)],
  ["JSON over several lines", "pretty.ndjson", bytes("{\n")]
]

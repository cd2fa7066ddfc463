/**
 * Files of applications: which names, media types and first bytes are taken (recruiting, Attachments).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { attachmentFormats, formatOf, headBytes, headProblem } from "../src/AttachmentFormat.ts"
import { fileNameMax, readFileName } from "../src/AttachmentName.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A file of each format, by the first of its extensions. */
const samples: Readonly<Record<string, Uint8Array>> = {
  ".pdf": bytesOf("%PDF-1.7\n"),
  ".docx": Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0),
  ".doc": Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0),
  ".odt": Uint8Array.of(0x50, 0x4b, 3, 4, 10, 0),
  ".rtf": bytesOf(String.raw`{\rtf1\ansi}`),
  ".txt": bytesOf("Grace Hopper\r\n\tZürich"),
  ".png": Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0),
  ".jpg": Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
}

const codeOf = (checked: ReturnType<typeof formatOf>): string =>
  "code" in checked ? `${checked.path} ${checked.code}` : "taken"

/** What is wrong with a file, as a short text. */
const judged = (contentType: string | undefined, fileName: string, head: Uint8Array): string => {
  const format = formatOf(contentType, fileName)
  if ("code" in format) return codeOf(format)
  const problem = headProblem(format, head)
  return problem === undefined ? "taken" : `${problem.path} ${problem.code}`
}

const nameOf = (sent: string | undefined): string =>
  Result.match(readFileName(sent), { onFailure: ({ code }) => `refused: ${code}`, onSuccess: (name) => name })

describe("the format of an attachment (recruiting 5)", () => {
  it("is taken where media type, extension and first bytes agree, and in no other combination", () => {
    const taken = attachmentFormats.flatMap(({ extensions, mediaType }) =>
      Object.keys(samples).flatMap((extension) =>
        Object.entries(samples).flatMap(([of, head]) =>
          judged(mediaType, `cv${extension}`, head) === "taken" ? [`${extensions[0]} ${extension} ${of}`] : []
        )
      )
    )
    // The contents of a zip are not opened, so the two formats that are one pass for each other.
    const expected = Object.keys(samples).flatMap((one) =>
      one === ".docx" || one === ".odt" ? [`${one} ${one} .docx`, `${one} ${one} .odt`] : [`${one} ${one} ${one}`]
    )
    assert.deepStrictEqual(taken, expected)
  })

  it.for([
    ["an unknown media type", "application/zip", "cv.zip", samples[".docx"], "/content-type format"],
    ["no media type", undefined, "cv.pdf", samples[".pdf"], "/content-type format"],
    ["a media type in capitals with a parameter", "Text/Plain; charset=UTF-8", "CV.TXT", samples[".txt"], "taken"],
    ["the longer extension of a format", "image/jpeg", "me.JPEG", samples[".jpg"], "taken"],
    ["an extension of another format", "application/pdf", "cv.pdf.exe", samples[".pdf"], "/content-disposition format"],
    ["a program that is called text", "text/plain", "cv.txt", Uint8Array.of(0x4d, 0x5a, 0x90, 0), " format"],
    ["a PDF that is called text", "text/plain", "cv.txt", samples[".pdf"], " format"],
    ["a signature after a blank", "application/pdf", "cv.pdf", bytesOf(" %PDF-1.7"), " format"],
    ["a file that ends within its signature", "application/pdf", "cv.pdf", bytesOf("%PD"), " format"],
    ["a page that is called a picture", "image/png", "me.png", bytesOf("<script>"), " format"]
  ] as const)("%s", ([, contentType, fileName, head = new Uint8Array(), expected]) =>
    assert.strictEqual(judged(contentType, fileName, head), expected)
  )

  it("is decided by no more bytes than the head", () => {
    const longest = Math.max(...attachmentFormats.map(({ signature = [] }) => signature.length))
    assert.isAtMost(longest, headBytes)
  })
})

describe("the name of an attachment (recruiting 5)", () => {
  it.for([
    ["a plain name", "cv.pdf", "cv.pdf"],
    ["letters of other scripts", "履歴書 Müller.pdf", "履歴書 Müller.pdf"],
    ["a path", "../../etc/passwd.txt", "passwd.txt"],
    ["a path of Windows", String.raw`C:\fakepath\cv.doc`, "cv.doc"],
    ["blanks at its ends", "  cv.pdf ", "cv.pdf"],
    ["half of a character", "cv\ud800.pdf", "cv\ufffd.pdf"],
    ["a folder alone", "cv/", "refused: length"],
    ["dots of a folder above", "a/..", ".."],
    ["a line end", "cv\r\nSet-Cookie: a.pdf", "refused: format"],
    ["a character that turns the order around", "cv\u202efdp.exe", "refused: format"],
    ["a mark of direction", "cv\u200f.pdf", "refused: format"],
    ["a blank of no width", "cv\u200b.pdf", "refused: format"],
    ["no name", undefined, "refused: required"],
    ["too long a name", `${"a".repeat(fileNameMax)}.pdf`, "refused: length"],
    ["the longest name", `${"ü".repeat(fileNameMax - 4)}.pdf`, `${"ü".repeat(fileNameMax - 4)}.pdf`]
  ] as const)("%s", ([, sent, expected]) => assert.strictEqual(nameOf(sent), expected))
})

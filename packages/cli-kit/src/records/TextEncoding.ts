/**
 * The encoding of the text of a file, and the same text as UTF-8, piece by piece. Reads no file.
 *
 * A byte order mark decides. Without one, text that begins with an ASCII character shows whether it is UTF-16 (RFC 4627, 3). Nothing shows
 * windows-1252, so its reader requests it by name: a guess would store a wrong name.
 */
import * as Result from "effect/Result"

/** The encodings that can be requested. A byte order mark is stronger. */
export const givenEncodings = ["utf-8", "windows-1252"] as const
export type GivenEncoding = (typeof givenEncodings)[number]

/** The known facts about the encoding of a file. */
export interface TextEncoding {
  readonly name: GivenEncoding | "utf-16le" | "utf-16be"
  /** The number of bytes of its byte order mark. */
  readonly markBytes: number
}

const marks: ReadonlyArray<readonly [mark: ReadonlyArray<number>, name: TextEncoding["name"]]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"]
]

/** The encoding of a file that begins so. */
export const encodingOf = (head: Uint8Array, given: GivenEncoding = "utf-8"): TextEncoding => {
  const marked = marks.find(([mark]) => mark.every((byte, index) => head[index] === byte))
  if (marked !== undefined) return { name: marked[1], markBytes: marked[0].length }
  const [first, second] = head
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) {
    return { name: given, markBytes: 0 }
  }
  return { name: second === 0 ? "utf-16le" : "utf-16be", markBytes: 0 }
}

/** The text that a decoder makes of a piece: UTF-8, or nothing when the text is broken. */
export interface TextDecoding {
  readonly push: (piece: Uint8Array) => Result.Result<Uint8Array, unknown>
  readonly end: () => Result.Result<Uint8Array, unknown>
}

/** The characters of windows-1252 in place of Latin-1's control characters; an undefined one stays a control character. */
const windowsCharacters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
const firstWindowsCharacter = 0x80

const windowsDecoding: TextDecoding = {
  push: (piece) =>
    Result.succeed(
      Buffer.from(
        Buffer.from(piece)
          .toString("latin1")
          .replaceAll(/[\u0080-\u009f]/g, (one) => windowsCharacters[one.charCodeAt(0) - firstWindowsCharacter] ?? one)
      )
    ),
  end: () => Result.succeed(new Uint8Array(0))
}

/** The code units of UTF-16 may be cut by pieces, and so may pairs of them: `TextDecoder` keeps the halves. */
const makeUtf16Decoding = (isBigEndian: boolean): TextDecoding => {
  const decoder = new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true })
  let odd = Buffer.alloc(0)
  return {
    push: (piece) => {
      const bytes = Buffer.concat([odd, piece])
      const whole = bytes.length - (bytes.length % 2)
      odd = bytes.subarray(whole)
      const units = bytes.subarray(0, whole)
      return Result.try(() => Buffer.from(decoder.decode(isBigEndian ? units.swap16() : units, { stream: true })))
    },
    end: () => Result.try(() => Buffer.from(decoder.decode(odd)))
  }
}

const unchanged: TextDecoding = { push: Result.succeed, end: () => Result.succeed(new Uint8Array(0)) }

/** Makes what turns the bytes behind the mark into UTF-8. Bytes of UTF-8 are not judged: each record is, where it is read. */
export const makeTextDecoding = ({ name }: TextEncoding): TextDecoding => {
  if (name === "utf-8") return unchanged
  return name === "windows-1252" ? windowsDecoding : makeUtf16Decoding(name === "utf-16be")
}

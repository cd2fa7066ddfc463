/**
 * Reads the header `Range` of a request (RFC 9110 §14). One range of bytes is answered; a header with several ranges, another unit or a mistake is ignored, as the
 * RFC allows, and the whole is answered.
 */
import { RangeNotSatisfiable } from "@partner-api/contract/ProtocolErrors"
import * as Result from "effect/Result"
import type { ByteRange } from "../services/Attachments.ts"

/** `bytes=0-99`, `bytes=100-` or `bytes=-50`, with numbers that are exact. */
const oneRange = /^bytes=(\d{0,15})-(\d{0,15})$/i

/** The range of a file of a size that a header names; undefined for the whole file. */
export const readRange = (
  header: string | undefined,
  sizeBytes: number
): Result.Result<ByteRange | undefined, RangeNotSatisfiable> => {
  const [, first = "", last = ""] = oneRange.exec(header?.trim() ?? "") ?? []
  if (first === "" && last === "") return Result.succeed(undefined)
  const range =
    first === ""
      ? { first: Math.max(0, sizeBytes - Number(last)), last: sizeBytes - 1 }
      : { first: Number(first), last: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
  // A last byte before the first one is no range, so the header is ignored.
  if (first !== "" && last !== "" && Number(last) < Number(first)) return Result.succeed(undefined)
  return range.first > range.last
    ? Result.fail(
        new RangeNotSatisfiable({ message: `The file has ${sizeBytes} bytes, and the range none of them.`, sizeBytes })
      )
    : Result.succeed(range)
}

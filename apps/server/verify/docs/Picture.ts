/**
 * What a picture shows: whether anything is drawn on it. Knows no page.
 */
import * as Zlib from "node:zlib"

/** A picture of one colour has a handful of values: its colour, and what separates rows. Text has hundreds. */
export const shadesMin = 32

/** How many values the points of a PNG have, as they are written (PNG, 5 and 9): few where nothing is drawn. */
export const shadesOf = (png: Buffer): number => {
  const parts: Array<Buffer> = []
  // Behind the signature, each chunk is a length, a type, data and a checksum.
  for (let at = 8; at + 8 < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return new Set(Zlib.inflateSync(Buffer.concat(parts))).size
}

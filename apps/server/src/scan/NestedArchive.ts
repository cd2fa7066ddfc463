/**
 * A small archive in an archive in an archive, deeper than any scanner opens: with it a scanner shows what it answers when it meets a limit of its own.
 */
import { crc32 } from "node:zlib"

/** Deeper than the limit that clamd lets its operator set (`MaxRecursion`, at most 100). */
const depth = 120

/** An archive with one file, which is stored as it is (APPNOTE 6.3.10, 4.3). */
const archiveOf = (content: Buffer): Buffer => {
  const name = Buffer.from("a.zip")
  const entry = Buffer.alloc(26)
  entry.writeUInt16LE(20, 0)
  entry.writeUInt16LE(33, 8)
  entry.writeUInt32LE(crc32(content), 10)
  entry.writeUInt32LE(content.length, 14)
  entry.writeUInt32LE(content.length, 18)
  entry.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), entry, name, content])
  const central = Buffer.concat([
    Buffer.from("PK\u0001\u0002\u0014\u0000"),
    entry,
    // Comment, disk, attributes, and the place of the file: all zero.
    Buffer.alloc(14),
    name
  ])
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006", "latin1")
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

/** Makes it: some 25 KB. */
export const nestedArchive = (): Buffer =>
  Array.from({ length: depth }).reduce<Buffer>((inner) => archiveOf(inner), Buffer.from("The innermost file.\n"))

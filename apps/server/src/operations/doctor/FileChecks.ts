/**
 * The findings of `doctor` about the modes and owners of a database's files. Pure. Access lists, and folders above the one of the database,
 * are not judged.
 */
import type { FilePlace, FilePlaces } from "../../store/sqlite/FilePlaces.ts"
import { foreignBits } from "../../store/sqlite/PrivateFile.ts"
import type { Finding } from "./Finding.ts"

/** The bits of a mode for everybody (POSIX), and the bit to write among them. */
const everybodyBits = 0o007
const everybodyWrites = 0o002

/** The superuser may do everything anyway. */
const superuser = 0

const octal = (mode: number): string => mode.toString(8).padStart(3, "0")

/** A path as an argument of a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

const listed = (places: ReadonlyArray<FilePlace>): string =>
  places.map(({ path, mode }) => `${path} (${octal(mode)})`).join(", ")

/** Others can read people in these, or write into the database. Journals are as the database is. */
const files = ({ files: all }: FilePlaces): Finding => {
  const strange = all.filter(({ kind }) => kind === "other")
  const open = all.filter(({ kind, mode }) => kind !== "other" && (mode & foreignBits) !== 0)
  if (strange.length > 0) {
    return {
      check: "files",
      state: "bad",
      seen: `no file, although it bears the name of one: ${strange.map(({ path }) => path).join(", ")}`,
      remedy: "Another program has put it there. Stop the server and remove it."
    }
  }
  return open.length === 0
    ? { check: "files", state: "good", seen: "for their owner alone" }
    : {
        check: "files",
        state: open.some(({ mode }) => (mode & everybodyBits) !== 0) ? "bad" : "look",
        seen: `others can reach ${listed(open)}`,
        remedy: `Run: chmod go= ${open.map(({ path }) => quoted(path)).join(" ")}.`
      }
}

/** In a folder that others can write to, they can put a journal of their own beside the database. */
const folder = ({ folder: place }: FilePlaces): Finding => {
  const seen = `${place.path} (${octal(place.mode)})`
  return (place.mode & foreignBits) === 0
    ? { check: "folder", state: "good", seen }
    : {
        check: "folder",
        state: (place.mode & everybodyWrites) === 0 ? "look" : "bad",
        seen: `others can reach ${seen}`,
        remedy: `Give the database a folder of its own that its user alone may enter: chmod go= ${quoted(place.path)}.`
      }
}

/** Of files of somebody else, one command may make more that the server cannot open, or the other way round. */
const owner = ({ files: all, folder: place, user }: FilePlaces): Finding => {
  // A folder of the superuser is as safe as one of one's own.
  const foreign = [...all, ...(place.owner === superuser ? [] : [place])].filter((one) => one.owner !== user)
  return foreign.length === 0
    ? { check: "owner", state: "good", seen: `user ${user}, who runs this command` }
    : {
        check: "owner",
        state: "look",
        seen: `this command runs as user ${user}, but ${foreign.map((one) => `${one.path} is user ${one.owner}'s`).join(", ")}`,
        remedy: "Run every command as the user that the server runs as, and let that user own these files (chown)."
      }
}

/** Every finding about who can reach a database. */
export const fileFindingsOf = (places: FilePlaces): ReadonlyArray<Finding> => [
  files(places),
  folder(places),
  owner(places)
]

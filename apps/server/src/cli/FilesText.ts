/**
 * The lines about the files of applications that commands print which move a database.
 */
import type { TakenFiles } from "../operations/FolderCopies.ts"
import type { FilesPlace } from "../platform/FilesSettings.ts"

const counted = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"}`

/** The files as members of the JSON result; null where none were moved. */
export const filesResult = (files: TakenFiles | undefined) => ({
  files: files?.count ?? null,
  files_missing: files?.missing ?? null
})

/** The files as lines for people; none where there are none. */
export const filesLines = (place: FilesPlace, files: TakenFiles | undefined, folder: string): ReadonlyArray<string> => {
  if (place.kind === "bucket") {
    return [`The files of applications are in the bucket ${place.bucket}, which keeps its own: they are not copied.`]
  }
  if (files === undefined) return []
  return [
    ...(files.count === 0 ? [] : [`${folder}  ${counted(files.count)} of applications.`]),
    ...(files.missing === 0
      ? []
      : [`${counted(files.missing)} of applications are nowhere: partner-api doctor --deep names them.`])
  ]
}

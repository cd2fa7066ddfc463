/** The migrations that a folder has, by the names of their files. */

const named = /^(?<number>\d{4})(?<title>[A-Z][A-Za-z]*)\.ts$/

/** File, exported constant and name of each step, in order; other files of the folder are none. */
export const stepsIn = (files: ReadonlyArray<string>) =>
  files.toSorted().flatMap((file) => {
    const { number = "", title = "" } = named.exec(file)?.groups ?? {}
    if (number === "") return []
    const exported = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
    return [
      { file, exported, name: `${number}_${exported.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}` }
    ]
  })

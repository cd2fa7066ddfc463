/**
 * Sizes of files as people read them.
 */

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const

/** A size in the unit that fits, with one place below a hundred. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1_024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1_024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[power]}`
}

/**
 * The setting of the quota of stored bytes.
 */
import { mebibyte, storedBytesPerDay } from "@partner-api/domain/StorageQuota"
import * as Config from "effect/Config"
import { integer, withDefault } from "./Setting.ts"

/** More than most disks hold: a TiB. */
const mebibytesMost = 1_048_576

/** The setting, as it is declared. */
export const storageSettings = {
  storedMebibytes: withDefault(
    "STORED_MIB_PER_DAY",
    integer(1, mebibytesMost),
    String(storedBytesPerDay / mebibyte),
    "the MiB that one client may store in one day (UTC), in all its organizations together"
  )
}

/** Reads the bytes that one client may store in one day. */
export const readStoredBytesPerDay: Config.Config<number> = storageSettings.storedMebibytes.config.pipe(
  Config.map((mebibytes) => Number(mebibytes) * mebibyte)
)

/**
 * The settings of files of applications: where their bytes are, and how many there may be (recruiting, Attachments).
 */
import { filesBytesMax } from "@partner-api/domain/Attachment"
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { DatabaseTarget } from "./DatabaseTarget.ts"
import { optional, withDefault } from "./Setting.ts"

/** The place of the bytes of files. */
export type FilesPlace =
  | { readonly kind: "folder"; readonly folder: string }
  | {
      readonly kind: "bucket"
      readonly endpoint: URL
      readonly bucket: string
      readonly prefix: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: Redacted.Redacted
    }
  | { readonly kind: "none"; readonly missing: ReadonlyArray<string> }

export interface FilesSettings {
  readonly place: FilesPlace
  /** The bytes that the files of one organization may have. */
  readonly bytesMax: number
}

const filePrefix = "file:"
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_.-]{0,200}))?$/

const FilesUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (text.startsWith(filePrefix) && text.length > filePrefix.length) || bucketAddress.test(text),
    problem("format", "must be file: and a folder, or s3://BUCKET/PREFIX")
  )
)

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.hostname === "localhost" || url.hostname === "127.0.0.1")
}

const Endpoint = Schema.String.check(
  Schema.makeFilter(isHttps, problem("format", "must be an https address, such as https://s3.eu-central-1.example.com"))
)

const bytesRemedy = problem("range", "must be an integer from 1 to 999999999999999")

const Bytes = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,14}$/, bytesRemedy))

const hidden = (): string => "<hidden>"

/** The settings, as they are declared. */
export const filesSettings = {
  filesUrl: optional(
    "FILES_URL",
    FilesUrl,
    "beside the embedded database",
    "where the files of applications are: file:FOLDER, or s3://BUCKET/PREFIX"
  ),
  filesEndpoint: optional("FILES_S3_ENDPOINT", Endpoint, "none", "the address of the S3-compatible service"),
  filesRegion: withDefault("FILES_S3_REGION", Schema.NonEmptyString, "us-east-1", "the region of the bucket"),
  filesKeyId: optional("FILES_S3_ACCESS_KEY_ID", Schema.NonEmptyString, "none", "the id of the access key"),
  filesSecret: optional("FILES_S3_SECRET_ACCESS_KEY", Schema.NonEmptyString, "none", "the secret access key", hidden),
  filesBytes: withDefault(
    "FILES_MAX_BYTES",
    Bytes,
    String(filesBytesMax),
    "the bytes that the files of one organization may have"
  )
}

/** The folder of files beside an embedded database. */
const besideDatabase = (database: DatabaseTarget): FilesPlace =>
  database._tag === "Sqlite"
    ? { kind: "folder", folder: `${database.file}.files` }
    : { kind: "none", missing: [filesSettings.filesUrl.name] }

/** Reads them, for a database. */
export const readFiles: Config.Config<(database: DatabaseTarget) => FilesSettings> = Config.all({
  url: filesSettings.filesUrl.config,
  endpoint: filesSettings.filesEndpoint.config,
  region: filesSettings.filesRegion.config,
  keyId: filesSettings.filesKeyId.config,
  secret: filesSettings.filesSecret.config,
  bytes: filesSettings.filesBytes.config
}).pipe(
  Config.map(({ bytes, endpoint, keyId, region, secret, url }) => {
    const bytesMax = Number(bytes)
    const text = Option.getOrUndefined(url)
    const bucketPlace = (bucket: string, prefix: string): FilesPlace => {
      const missing = [
        ...(Option.isNone(endpoint) ? [filesSettings.filesEndpoint.name] : []),
        ...(Option.isNone(keyId) ? [filesSettings.filesKeyId.name] : []),
        ...(Option.isNone(secret) ? [filesSettings.filesSecret.name] : [])
      ]
      return Option.isNone(endpoint) || Option.isNone(keyId) || Option.isNone(secret)
        ? { kind: "none", missing }
        : {
            kind: "bucket",
            endpoint: new URL(endpoint.value),
            bucket,
            prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
            region,
            accessKeyId: keyId.value,
            secretAccessKey: Redacted.make(secret.value)
          }
    }
    return (database) => {
      if (text === undefined) return { place: besideDatabase(database), bytesMax }
      const [, bucket, prefix = ""] = bucketAddress.exec(text) ?? []
      return {
        place:
          bucket === undefined
            ? { kind: "folder", folder: text.slice(filePrefix.length) }
            : bucketPlace(bucket, prefix),
        bytesMax
      }
    }
  })
)

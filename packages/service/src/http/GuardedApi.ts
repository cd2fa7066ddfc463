/**
 * What the pipeline knows of an API before any endpoint does.
 */
import { allowedMethods } from "@partner-api/contract/Endpoints"
import { OAuth } from "@partner-api/contract/OAuth"
import { docsPath } from "@partner-api/contract/System"
import { NotFound } from "@partner-api/domain/Errors"
import { prepared } from "./ErrorResponse.ts"

export interface GuardedApi {
  /** The methods that a path has; none for an unknown path. */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** What is answered for an unknown path. */
  readonly unknownAddress: NotFound
  /** Where a challenge for a token sends the reader, as a path; absent where there are no tokens. */
  readonly metadataPath: string | undefined
  /** The one address that ends in a slash; absent where there is none. */
  readonly folderPath: string | undefined
  /** What every answer has that does not say otherwise; absent where there is nothing. */
  readonly defaultHeaders: Readonly<Record<string, string>> | undefined
}

/** The API of partners. */
export const partnerApi: GuardedApi = {
  allowedMethods,
  unknownAddress: prepared(new NotFound({ message: `There is no such address in this API; see ${docsPath}.` })),
  metadataPath: OAuth.endpoints.resource.path,
  folderPath: undefined,
  defaultHeaders: undefined
}

/**
 * The settings of an API that its pipeline needs before it has found an endpoint.
 */
import { allowedMethods } from "@partner-api/contract/Endpoints"
import { OAuth } from "@partner-api/contract/OAuth"
import { deprecationsPage } from "@partner-api/contract/Introduction"
import { docsPath } from "@partner-api/contract/System"
import { NotFound } from "@partner-api/domain/Errors"
import { prepared } from "./ErrorResponse.ts"

export interface ServedApi {
  /** The methods of the endpoints of a path; empty for an unknown path. */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** The answer to a request of an unknown path. */
  readonly unknownAddress: NotFound
  /** The path of the OAuth metadata, which challenges name; absent for an API without tokens. */
  readonly metadataPath: string | undefined
  /** The address of the page about what is deprecated, below that of the service; absent for an API without such a page, whose answers do not name it. */
  readonly deprecationsPage: string | undefined
  /** The one path that may end in a slash, that of the console; absent for other APIs. */
  readonly folderPath: string | undefined
  /** Headers of every answer that does not set them itself; absent where an API has none. */
  readonly defaultHeaders: Readonly<Record<string, string>> | undefined
}

/** The API of partners. */
export const partnerApi: ServedApi = {
  allowedMethods,
  unknownAddress: prepared(new NotFound({ message: `There is no such address in this API; see ${docsPath}.` })),
  metadataPath: OAuth.endpoints.resource.path,
  deprecationsPage,
  folderPath: undefined,
  defaultHeaders: undefined
}

/**
 * Permissions as a store has them: JSON, in which a later release may have written some that this one does not know. Nodes of both work on one
 * database while it is brought up to date.
 */
import { Permission } from "@partner-api/domain/Permission"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const isKnown = Schema.is(Permission)

/** The permissions in a text; those that this release knows. */
export const StoredPermissions = Schema.fromJsonString(Schema.Array(Schema.String)).pipe(
  Schema.decodeTo(
    Schema.Array(Permission),
    SchemaTransformation.transform<ReadonlyArray<Permission>, ReadonlyArray<string>>({
      decode: (names) => names.filter(isKnown),
      encode: (permissions) => permissions
    })
  )
)

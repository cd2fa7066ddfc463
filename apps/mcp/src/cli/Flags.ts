/**
 * The flags that both commands share: what this server offers.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Flag from "effect/cli/Flag"
import * as Schema from "effect/Schema"
import { type Choices, toolsets, writeGroups } from "../tools/Choices.ts"

/** A flag that takes a list of these names, separated by commas. */
const names = <Name extends string>(flag: string, all: ReadonlyArray<Name>) =>
  Flag.String(flag).pipe(
    Flag.withSchema(
      Schema.String.check(
        Schema.isPattern(new RegExp(`^(${all.join("|")})(,(${all.join("|")}))*$`, "u"), {
          message: `must be a list of ${all.join(", ")}, separated by commas`
        })
      )
    ),
    Flag.map((text) => {
      const chosen = text.split(",")
      return all.filter((name) => chosen.includes(name))
    })
  )

export const flags = {
  organization: Flag.String("organization").pipe(
    Flag.withDescription("Work for this organization alone; no tool asks which. Also PARTNER_ORGANIZATION"),
    Flag.withMetavar("ID"),
    Flag.withSchema(OrganizationId),
    Flag.optional
  ),
  enableWrites: names("enable-writes", writeGroups).pipe(
    Flag.withDescription(
      `Which writes are offered, of ${writeGroups.join(",")}; default none. Each asks the user first`
    ),
    Flag.withMetavar("GROUPS"),
    Flag.withDefault([])
  ),
  toolsets: names("toolsets", toolsets).pipe(
    Flag.withDescription(`Which tools are offered, of ${toolsets.join(",")}; default all`),
    Flag.withMetavar("SETS"),
    Flag.withDefault([...toolsets])
  ),
  readOnly: Flag.Boolean("read-only").pipe(
    Flag.withDescription("Offer no writes, even with --enable-writes"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
}

interface Given {
  readonly enableWrites: Choices["writes"]
  readonly toolsets: Choices["toolsets"]
  readonly readOnly: boolean
}

/** What the flags choose. `--read-only` takes precedence over `--enable-writes`. */
export const choicesOf = ({ enableWrites, toolsets: chosen, readOnly }: Given): Choices => ({
  toolsets: chosen,
  writes: readOnly ? [] : enableWrites
})

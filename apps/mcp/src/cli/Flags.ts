/**
 * The flags that both commands share: what this server offers.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
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
    Flag.withDescription("Which writes are offered, of these; default none. Each asks the user first"),
    // A flag without its value is refused with these words.
    Flag.withMetavar(writeGroups.join(",")),
    Flag.withDefault([])
  ),
  toolsets: names("toolsets", toolsets).pipe(
    Flag.withDescription("Which groups of tools are offered, of these; default all"),
    Flag.withMetavar(toolsets.join(",")),
    Flag.optional
  ),
  tools: Flag.String("tools").pipe(
    Flag.withDescription("Which tools are offered, by their names; alone, or beside those of --toolsets"),
    Flag.withMetavar("NAMES"),
    Flag.withSchema(
      Schema.String.check(
        Schema.isPattern(/^[a-z_]+(,[a-z_]+)*$/u, { message: "must be a list of names of tools, separated by commas" })
      )
    ),
    Flag.map((text) => text.split(",")),
    Flag.optional
  ),
  confirm: Flag.String("confirm").pipe(
    Flag.withDescription(
      "token: where the user cannot be asked, the model confirms with a token of the preview. No human approves then"
    ),
    Flag.withMetavar("token"),
    Flag.withSchema(Schema.String.check(Schema.isPattern(/^token$/u, { message: "must be token" }))),
    Flag.map(() => "token" as const),
    Flag.optional
  ),
  readOnly: Flag.Boolean("read-only").pipe(
    Flag.withDescription("Offer no writes, even with --enable-writes"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
}

interface Given {
  readonly enableWrites: Choices["writes"]
  readonly toolsets: Option.Option<Choices["toolsets"]>
  readonly tools: Option.Option<ReadonlyArray<string>>
  readonly confirm: Option.Option<"token">
  readonly readOnly: boolean
}

/** The choices of the flags. `--read-only` takes precedence over `--enable-writes`. Tools by name alone leave out the groups. */
export const choicesOf = ({ confirm, enableWrites, readOnly, tools, toolsets: chosen }: Given): Choices => ({
  toolsets: Option.getOrElse(chosen, () => (Option.isNone(tools) ? [...toolsets] : [])),
  tools: Option.getOrElse(tools, () => []),
  writes: readOnly ? [] : enableWrites,
  confirm: Option.getOrUndefined(confirm)
})

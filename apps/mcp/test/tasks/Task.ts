/**
 * The form of a task for an agent: a goal in words, the steps of a policy that reaches it, and what must be true afterwards. Plain JSON,
 * so that the same goals and ends can be given to a model; only the steps are for the policy here.
 */

import type { AgencyFeesUpdate } from "@partner-api/client"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** Something that an earlier result showed: a member of the first item, in a list of that name, that is as wanted. */
export interface Seen {
  readonly $seen: string
  readonly where: Readonly<Record<string, Json>>
  readonly take: string
}

/** Something of the latest result, by JSON Pointer. */
export interface Latest {
  readonly $latest: string
}

/** How many different items with these members were seen in lists of that name. */
interface Count {
  readonly $count: string
  readonly where: Readonly<Record<string, Json>>
}

export type Look = Seen | Latest | Count

export type Given = Readonly<Record<string, Json | Seen | Latest>>

/** What happens in the world that the policy does not do and cannot see. */
export type Happening =
  | { readonly kind: "user"; readonly organization: string; readonly email: string }
  | { readonly kind: "fees"; readonly agency: string; readonly fees: AgencyFeesUpdate }
  | { readonly kind: "erased"; readonly email: string }
  | { readonly kind: "revoked" }

export type JobNamed = { readonly id: string } | { readonly title: string }

export type Step =
  | {
      readonly call: string
      readonly with: Given
      /** Go on with next_cursor until there is none. */
      readonly walk?: true
      /** Known from elsewhere: it is called whether it is listed or not. */
      readonly unlisted?: true
      /** Happens while the human is being asked. */
      readonly meanwhile?: Happening
    }
  | { readonly read: string }
  | { readonly prompt: string; readonly with: Given }
  /** The host starts the tools again, as after an update. */
  | { readonly restart: true }
  | { readonly happens: Happening }

export interface Task {
  readonly id: string
  /** As a human would say it. */
  readonly goal: string
  /** The values in the goal, by the names of arguments. */
  readonly values?: Readonly<Record<string, Json>>
  readonly flags?: ReadonlyArray<string>
  /** Whose credentials the program has; by default those of an employer's assistant. */
  readonly as?: "leaver" | "agency" | "owner"
  /** What the human answers when asked: yes may depend on words of the question. Without it, the client cannot ask. */
  readonly human?: "yes" | "no" | { readonly yesTo: string }
  readonly before?: ReadonlyArray<Happening>
  readonly steps: ReadonlyArray<Step>
  readonly expect: {
    /** What the policy found out. */
    readonly answer?: { readonly look: Look; readonly is: Json }
    /** Words that its latest result must have. */
    readonly shows?: ReadonlyArray<string>
    /** The last refusal, which the policy passes to its human. */
    readonly refused?: { readonly error?: string; readonly mentions: ReadonlyArray<string> }
    /** How often a human was asked. */
    readonly questions?: number
    /** The platform afterwards. */
    readonly upstream?: {
      readonly writes?: number
      readonly users?: { readonly organization: string; readonly email: string; readonly count: number }
      readonly fees?: { readonly agency: string; readonly are: Json }
      /** What the applications of a person have, in the order of their states. */
      readonly applications?: { readonly email: string; readonly have: ReadonlyArray<Json> }
      /** What the only job with this id or title has. */
      readonly job?: { readonly where: JobNamed; readonly has: Json }
    }
    /** More calls than this are a detour. */
    readonly calls: number
  }
  /** Whether its calls are good material for mutations: those of a task about trouble are not. */
  readonly mutate?: false
  /** It starts programs of its own, so that only `pnpm verify` runs it. */
  readonly isSlow?: true
}

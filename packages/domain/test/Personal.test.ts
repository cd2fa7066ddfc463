/**
 * The personal members of records (recruiting 9): each text is declared personal or not, and an erasure removes those that are.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { AgencyInvitation } from "../src/AgencyInvitation.ts"
import { Application, personalMembers } from "../src/Application.ts"
import { Attachment } from "../src/Attachment.ts"
import { Message } from "../src/Message.ts"
import { Placement } from "../src/Placement.ts"
import { Recruiter } from "../src/Recruiter.ts"
import { personal, textMembersOf } from "../src/Personal.ts"
import { User } from "../src/User.ts"

/** The records that may hold a person. */
const records = { Application, Attachment, Message, Placement, User, Recruiter, AgencyInvitation }

const pathsOf = (schema: Schema.Top, isPersonal: boolean | undefined) =>
  textMembersOf(schema).flatMap((member) => (member.personal === isPersonal ? [member.path] : []))

describe("the text members of records (recruiting 9)", () => {
  it.for(Object.entries(records))("of %s are annotated, each as personal or not", ([, schema]) =>
    assert.deepStrictEqual(pathsOf(schema, undefined), [])
  )

  it("of an application that are personal are those that an erasure removes", () => {
    const holding = new Set(pathsOf(Application, true).map((path) => path.split("/")[1] ?? ""))
    assert.sameMembers([...holding], [...personalMembers])
  })

  it("that say nothing are seen (negative control)", () => {
    const own = Schema.Struct({ kept: Schema.String, list: Schema.Array(Schema.Struct({ name: Schema.String })) })
    assert.deepStrictEqual(pathsOf(own, undefined), ["/kept", "/list/*/name"])
    assert.deepStrictEqual(pathsOf(own.annotate(personal), undefined), [])
  })
})

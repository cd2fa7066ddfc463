/**
 * Fees and users, the two things that are written (spec 4.6, 4.7).
 */
import {
  boolean,
  equal,
  expect,
  expectMembers,
  expectStatus,
  expectSuccess,
  list,
  membersOf,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import { writing } from "../Scenario.ts"
import { flatFee } from "./Shapes.ts"

export const writes = [
  writing("spec-4.6.header", "fees are set with Authorization and JSON", function* ({ setFees }) {
    const answer = yield* setFees({ optimizedFee: true })
    yield* expectSuccess(answer)
    return answer.seen
  }),

  writing("spec-4.6.agency-id", "the path names the agency", function* ({ setFeesSound, call }) {
    yield* setFeesSound({ optimizedFee: true })
    const answer = yield* call("POST", "/v1/agencies//fees", { json: { optimizedFee: true } })
    yield* expect(answer.status >= 400, "an error without an agency", seen(answer))
    return answer.seen
  }),

  writing("spec-4.6.body", "both fields are taken together", function* ({ setFees, setFeesSound }) {
    yield* setFeesSound({ optimizedFee: true })
    const answer = yield* setFees({ optimizedFee: false, customFees: [flatFee(1, "one"), flatFee(2, "two")] })
    yield* expectSuccess(answer)
    return `${answer.seen} with optimizedFee and two customFees`
  }),

  writing("spec-4.6.optional", "both fields are optional", function* ({ setFees, setFeesSound }) {
    yield* setFeesSound({ optimizedFee: true, customFees: [] })
    const bodies = [{}, { optimizedFee: true }, { customFees: [] }]
    for (const body of bodies) yield* expectSuccess(yield* setFees(body))
    return `a success for ${bodies.map((body) => JSON.stringify(body)).join(", ")}`
  }),

  writing("spec-4.6.response", "the answer is 200 and has the shape of the body", function* ({ setFeesSound }) {
    const answer = yield* setFeesSound({ optimizedFee: false, customFees: [flatFee(123_400, "shape")] })
    yield* expectStatus(answer, 200)
    yield* expectMembers(answer, { optimizedFee: boolean, customFees: list }, answer.json, "the fees")
    return `${answer.seen} ${answer.show(answer.json)}`
  }),

  writing("spec-4.6.sets", "the fees are what was set", function* ({ setFeesSound, has, readFees }) {
    const seenFees: Array<string> = []
    for (const fees of [
      { optimizedFee: false, customFees: [flatFee(111_100, "first")] },
      { optimizedFee: true, customFees: [flatFee(222_200, "second"), flatFee(333_300, "third")] }
    ]) {
      const expected = { optimizedFee: oneOf(fees.optimizedFee), customFees: equal(fees.customFees) }
      const set = yield* setFeesSound(fees)
      yield* expectMembers(set, expected, set.json, "the fees")
      const answer = (yield* has("fees.read")) ? yield* readFees : set
      yield* expectMembers(answer, expected, answer.json, "the fees")
      seenFees.push(answer.seen)
    }
    return `${seenFees.join(", ")}: twice what was set`
  }),

  writing("spec-4.7.header", "a user is added with Authorization and JSON", function* ({ addUser, newUser }) {
    const answer = yield* addUser(newUser())
    yield* expectSuccess(answer)
    return answer.seen
  }),

  writing("spec-4.7.body", "names and email are taken from the body", function* ({ addUserSound, newUser }) {
    const user = { ...newUser(), first_name: "Zoë" }
    const answer = yield* addUserSound(user)
    const { first_name, last_name, email } = user
    const expected = { first_name: oneOf(first_name), last_name: oneOf(last_name), email: oneOf(email) }
    yield* expectMembers(answer, expected, answer.json, "the user")
    return `${answer.seen}, ${first_name} ${last_name}`
  }),

  writing("spec-4.7.response", "the answer is the user", function* ({ addUserSound, newUser }) {
    const answer = yield* addUserSound(newUser())
    const { id } = yield* expectMembers(answer, { id: someText }, answer.json, "the user")
    return `${answer.seen}, user ${answer.show(id)}`
  }),

  writing("spec-4.7.adds", "each call adds a user", function* ({ addUserSound, newUser, has, call }) {
    const [one, other] = [yield* addUserSound(newUser()), yield* addUserSound(newUser())]
    const [first, second] = [membersOf(one.json)["id"], membersOf(other.json)["id"]]
    yield* expect(first !== second, "two users of two ids", `${one.seen} and ${other.seen}, both ${one.show(first)}`)
    if (!(yield* has("users.read"))) return `${one.seen}, ${other.seen}: two ids`
    const read = yield* call("GET", `/v1/users/${encodeURIComponent(String(second))}`)
    yield* expectMembers(read, { id: oneOf(String(second)) }, read.json, "the user")
    return `${other.seen}, ${read.seen}`
  })
]

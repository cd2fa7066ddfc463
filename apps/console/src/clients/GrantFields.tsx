/**
 * The fields of a grant: a role or permissions, and the agency that it is bound to. Nothing is chosen at first, so that
 * nothing is granted by default.
 */
import { useId, useState } from "react"
import type { Answer } from "../api/Operations.ts"
import { choices } from "../api/Routes.ts"
import { errorsAt, Field } from "../parts/Field.tsx"
import styles from "./GrantFields.module.css"

/** A grant that there is. */
export type Grant = Answer<"clients.get">["grants"][number]

type Permission = (typeof choices.permissions)[number]

type Role = keyof typeof choices.grantRoles

const isRole = (text: unknown): text is Role => typeof text === "string" && Object.hasOwn(choices.grantRoles, text)

/** The value that stands for permissions among the roles. */
const oneByOne = "permissions"

/** The grant in the fields of a form. */
interface GivenGrant {
  readonly role?: Role
  readonly permissions?: ReadonlyArray<Permission>
  readonly agency_id?: string
}

/** Reads the grant in the fields of a form; no member where nothing is chosen. */
export const grantIn = (form: FormData): GivenGrant => {
  const chosen = form.get("role")
  const ticked = form.getAll("permission")
  const agencyId = String(form.get("agency_id") ?? "").trim()
  return {
    ...(isRole(chosen) ? { role: chosen } : {}),
    ...(chosen === oneByOne
      ? { permissions: choices.permissions.filter((permission) => ticked.includes(permission)) }
      : {}),
    ...(agencyId === "" ? {} : { agency_id: agencyId })
  }
}

const rolesOf = Object.entries({ ...choices.grantRoles, [oneByOne]: "only what is ticked" })

interface GrantFieldsProps {
  /** The grant that is changed. */
  readonly held?: Grant | undefined
  readonly error: Error | null
  /** The place of the grant in the body of the request. */
  readonly pointer: string
}

/** The fields. */
export const GrantFields = ({ error, held, pointer }: GrantFieldsProps) => {
  const [role, setRole] = useState(held === undefined ? "" : oneByOne)
  const id = useId()
  const mistakes = errorsAt(error, `${pointer}/role`)
  return (
    <>
      <fieldset className={styles.choices} aria-describedby={mistakes.length > 0 ? `${id}-mistakes` : undefined}>
        <legend>What it may do</legend>
        {rolesOf.map(([name, purpose]) => (
          <label key={name}>
            <input type="radio" name="role" value={name} checked={role === name} onChange={() => setRole(name)} />
            <span>
              {name}: {purpose}
            </span>
          </label>
        ))}
        {mistakes.length === 0 ? null : (
          <p id={`${id}-mistakes`} className={styles.mistake}>
            {mistakes.join(" ")}
          </p>
        )}
      </fieldset>
      {role === oneByOne ? (
        <fieldset className={styles.boxes}>
          <legend>Permissions</legend>
          {choices.permissions.map((permission) => (
            <label key={permission}>
              <input
                type="checkbox"
                name="permission"
                value={permission}
                defaultChecked={held?.permissions.includes(permission) === true}
              />
              <code>{permission}</code>
            </label>
          ))}
        </fieldset>
      ) : null}
      <Field
        label="Agency"
        hint="Binds the grant to the view of one agency. Leave it out for the view of the employer."
        errors={errorsAt(error, `${pointer}/agency_id`)}
      >
        {(field) => (
          <input
            {...field}
            name="agency_id"
            defaultValue={held?.agency_id ?? ""}
            placeholder="agy_…"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  )
}

/**
 * The permissions of a grant as boxes to tick. None ticked means all that such a grant can hold.
 */
import { choices } from "../api/Routes.ts"
import styles from "./Permissions.module.css"

/** The name of the boxes in a form. */
const boxes = "permission"

/** A permission of the contract. */
export type Permission = (typeof choices.permissions)[number]

/** What was ticked; nothing where no box was. */
export const tickedIn = (form: FormData): { readonly permissions?: ReadonlyArray<Permission> } => {
  const ticked = form.getAll(boxes)
  const permissions = choices.permissions.filter((permission) => ticked.includes(permission))
  return permissions.length === 0 ? {} : { permissions }
}

/** The boxes. */
export const Permissions = ({ held = [] }: { readonly held?: ReadonlyArray<Permission> }) => (
  <fieldset className={styles.boxes}>
    <legend>Permissions</legend>
    <p>Without any, the grant holds all that it can.</p>
    {choices.permissions.map((permission) => (
      <label key={permission}>
        <input type="checkbox" name={boxes} value={permission} defaultChecked={held.includes(permission)} />
        <code>{permission}</code>
      </label>
    ))}
  </fieldset>
)

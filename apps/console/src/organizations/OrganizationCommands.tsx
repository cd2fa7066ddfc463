/**
 * The commands for an organization: imports read files of the server, and erased records are gone.
 */
import { Id } from "../parts/CopyButton.tsx"
import { Fact, Facts } from "../parts/Facts.tsx"
import styles from "./OrganizationCommands.module.css"

/** The commands, with the id of the organization. */
export const OrganizationCommands = ({ organizationId }: { readonly organizationId: string }) => (
  <details className={styles.commands}>
    <summary>Import records and erase people</summary>
    <p>Run these on the machine of the server:</p>
    <Facts>
      {["agencies", "users", "jobs", "applications"].map((kind) => (
        <Fact key={kind} name={`Import ${kind}`}>
          <Id label={`import of ${kind}`}>{`partner-api import ${kind} FILE --organization ${organizationId}`}</Id>
        </Fact>
      ))}
      <Fact name="Erase a user">
        <Id label="erasure of a user">{`partner-api users erase ${organizationId} USER`}</Id>
      </Fact>
      <Fact name="Erase a candidate">
        <Id label="erasure of a candidate">{`partner-api candidates erase ${organizationId} --email EMAIL`}</Id>
      </Fact>
    </Facts>
  </details>
)

/**
 * The pages that stand in for another one: it failed, or there is none at this address.
 */
import { Link, type ErrorComponentProps } from "@tanstack/react-router"
import { Empty, FailureNotice } from "../parts/Notice.tsx"
import { PageTitle } from "./PageTitle.tsx"

/** A page that failed while it was drawn or loaded. The way to the others stays. */
export const FailedPage = ({ error, reset }: ErrorComponentProps) => (
  <>
    <PageTitle>Something is wrong with this page</PageTitle>
    <FailureNotice error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
  </>
)

/** There is no page at this address. */
export const UnknownPage = () => (
  <>
    <PageTitle>There is no such page</PageTitle>
    <Empty title="The address leads nowhere.">
      <p>
        Choose a page of the menu, or <Link to="/requests">look for a request</Link>.
      </p>
    </Empty>
  </>
)

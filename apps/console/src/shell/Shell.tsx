/**
 * The frame of every page: the way to the others, the operator who is signed in, and the way out.
 */
import { useQueryClient } from "@tanstack/react-query"
import { Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useWrite } from "../api/Single.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { ZoneNote } from "../parts/Time.tsx"
import { useSession } from "../session/Session.ts"
import { forgetAttempt } from "../session/SignInAttempt.ts"
import { useKeptFocus } from "./KeptFocus.ts"
import styles from "./Shell.module.css"
import { themes, useTheme } from "./Theme.ts"

/** The pages, with the drawing of each on a grid of 16. */
const pages = [
  { to: "/", name: "Overview", icon: "M2.5 13.5v-5M6.2 13.5v-11M9.9 13.5V6M13.5 13.5v-3" },
  { to: "/requests", name: "Requests", icon: "M2.5 5h9M9 2.5 11.5 5 9 7.5M13.5 11h-9M7 8.5 4.5 11 7 13.5" },
  { to: "/clients", name: "Clients", icon: "M5.5 10.5a3 3 0 1 1 2.6-4.5h5.4v3h-2v2h-2V9H8.1a3 3 0 0 1-2.6 1.5Z" },
  { to: "/organizations", name: "Organizations", icon: "M3 13.5v-11h6v11M9 6.5h4v7M1.5 13.5h13M5 5.5h2M5 8.5h2" },
  { to: "/webhooks", name: "Webhooks", icon: "M8 2.5v5M8 7.5 3.5 12M8 7.5l4.5 4.5M8 4V2M3 12.5h.1M12.9 12.5h.1" },
  {
    to: "/operators",
    name: "Operators",
    icon: "M8 7.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM2.8 13.7a5.2 5.2 0 0 1 10.4 0"
  },
  { to: "/audit", name: "Audit", icon: "M3.5 2.5h9v11h-9zM6 6h4M6 8.5h4M6 11h2" },
  { to: "/deprecations", name: "Deprecations", icon: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3l2.2 1.6" },
  { to: "/health", name: "Health", icon: "M1.5 8.5h3l2-5 3 9 2-4h3" }
] as const

const Navigation = () => (
  <nav aria-label="Pages" className={styles.pages}>
    <ul>
      {pages.map(({ icon, name, to }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            activeProps={{ "aria-current": "page" }}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                d={icon}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const ThemeChoice = () => {
  const [theme, choose] = useTheme()
  return (
    <label className={styles.theme}>
      Theme
      <select value={theme} onChange={({ target }) => choose(target.value)}>
        {themes.map((one) => (
          <option key={one} value={one}>
            {one[0]?.toUpperCase() + one.slice(1)}
          </option>
        ))}
      </select>
    </label>
  )
}

const SignedIn = () => {
  const { operator } = useSession()
  const queries = useQueryClient()
  const router = useRouter()
  const signOut = useWrite("session.signOut", () => {
    forgetAttempt()
    queries.clear()
    void router.navigate({ to: "/sign-in", search: {} })
  })
  return (
    <div className={styles.reader}>
      <ThemeChoice />
      <div className={styles.who}>
        <span className={styles.name}>{operator.name}</span>
        <Badge>{operator.role}</Badge>
      </div>
      <Button onClick={() => signOut.mutate({})} isBusy={signOut.isPending}>
        Sign out
      </Button>
      {signOut.error === null ? null : <p role="alert">{signOut.error.message}</p>}
    </div>
  )
}

/** The frame of every page. */
export const Shell = () => {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setOpen(false), [path])
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to the page
      </a>
      <header className={styles.side} data-open={isOpen || undefined}>
        <div className={styles.brand}>
          <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path d="M9 11.5 13.5 16 9 20.5M16.5 21H23" />
          </svg>
          <span>Partner API</span>
          <button
            type="button"
            className={styles.menu}
            aria-expanded={isOpen}
            aria-controls="side"
            onClick={() => setOpen(!isOpen)}
          >
            Menu
          </button>
        </div>
        <div className={styles.body} id="side">
          <Navigation />
          <SignedIn />
        </div>
      </header>
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
        <p className={styles.zone}>
          <ZoneNote />
        </p>
      </main>
    </div>
  )
}

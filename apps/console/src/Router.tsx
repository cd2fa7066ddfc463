/**
 * The addresses of the console, and what each shows. Everything but the sign-in page needs a session.
 */
import type { QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router"
import { isSignedOut } from "./api/Failure.ts"
import { auditFilters, AuditPage } from "./audit/AuditPage.tsx"
import { ClientPage } from "./clients/ClientPage.tsx"
import { clientFilters, ClientsPage } from "./clients/ClientsPage.tsx"
import { DeprecationsPage } from "./deprecations/DeprecationsPage.tsx"
import { HealthPage } from "./health/HealthPage.tsx"
import { OperatorsPage } from "./operators/OperatorsPage.tsx"
import { OrganizationPage } from "./organizations/OrganizationPage.tsx"
import { organizationFilters, OrganizationsPage } from "./organizations/OrganizationsPage.tsx"
import { OverviewPage } from "./overview/OverviewPage.tsx"
import { Loading } from "./parts/Notice.tsx"
import { RequestPage } from "./requests/RequestPage.tsx"
import { requestFilters, RequestsPage } from "./requests/RequestsPage.tsx"
import { sessionQuery } from "./session/Session.ts"
import { currentAttempt } from "./session/SignInAttempt.ts"
import { SignInPage } from "./session/SignInPage.tsx"
import { FailedPage, UnknownPage } from "./shell/ProblemPages.tsx"
import { parseSearch, stringifySearch, textsOf } from "./shell/Search.ts"
import { Shell } from "./shell/Shell.tsx"
import { webhookFilters, WebhooksPage } from "./webhooks/WebhooksPage.tsx"
import { WebhookPage } from "./webhooks/WebhookPage.tsx"

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: textsOf("to", "done", "refused"),
  component: SignInPage
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const toSignIn = redirect({
      to: "/sign-in",
      search: location.href === "/" ? {} : { to: location.href },
      replace: true
    })
    if (currentAttempt() !== undefined && context.queries.getQueryData(sessionQuery.queryKey) === undefined)
      throw toSignIn
    await context.queries.ensureQueryData(sessionQuery).catch((error: unknown) => {
      throw isSignedOut(error) ? toSignIn : error
    })
  },
  component: Shell,
  errorComponent: FailedPage
})

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  validateSearch: textsOf("period"),
  component: OverviewPage
})

const requests = createRoute({
  getParentRoute: () => signedIn,
  path: "/requests",
  validateSearch: textsOf(...requestFilters),
  component: RequestsPage
})

const request = createRoute({
  getParentRoute: () => signedIn,
  path: "/requests/$loggedRequestId",
  component: RequestPage
})

const clients = createRoute({
  getParentRoute: () => signedIn,
  path: "/clients",
  validateSearch: textsOf(...clientFilters),
  component: ClientsPage
})

const client = createRoute({ getParentRoute: () => signedIn, path: "/clients/$clientId", component: ClientPage })

const organizations = createRoute({
  getParentRoute: () => signedIn,
  path: "/organizations",
  validateSearch: textsOf(...organizationFilters),
  component: OrganizationsPage
})

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: "/organizations/$organizationId",
  validateSearch: textsOf("kind"),
  component: OrganizationPage
})

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: "/webhooks",
  validateSearch: textsOf(...webhookFilters),
  component: WebhooksPage
})

const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: "/webhooks/$webhookEndpointId",
  validateSearch: textsOf("status"),
  component: WebhookPage
})

const operators = createRoute({ getParentRoute: () => signedIn, path: "/operators", component: OperatorsPage })

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: "/audit",
  validateSearch: textsOf(...auditFilters),
  component: AuditPage
})

const deprecations = createRoute({
  getParentRoute: () => signedIn,
  path: "/deprecations",
  component: DeprecationsPage
})

const health = createRoute({ getParentRoute: () => signedIn, path: "/health", component: HealthPage })

/** Any other address: a page without content, in the frame that leads to the others. */
const other = createRoute({ getParentRoute: () => signedIn, path: "$", component: UnknownPage })

const tree = root.addChildren([
  signIn,
  signedIn.addChildren([
    overview,
    requests,
    request,
    clients,
    client,
    organizations,
    organization,
    webhooks,
    webhook,
    operators,
    audit,
    deprecations,
    health,
    other
  ])
])

/** Makes the router of the console. */
export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: import.meta.env.BASE_URL,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: UnknownPage,
    defaultPendingComponent: () => <Loading what="the page" />,
    scrollRestoration: true
  })

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

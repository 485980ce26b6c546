// Routes from the rooms' declarations; guards and redirects of the specification. [S2]
import { createRootRoute, createRoute, createRouter, type ParsedLocation, redirect } from '@tanstack/react-router'
import { ApiError, setUpCalls } from '../../contract/call.ts'
import { errorCode, errorText } from '../../contract/errors.ts'
import { safeTarget } from '../../features/people/login/form-rules.ts'
import redirectRows from '../../spec/redirects.tsv?raw'
import { language } from '../../ui/language.ts'
import { mayI, whoAmI } from '../../ui/me.ts'
import { withSearch } from '../../ui/place.tsx'
import { type Frame, frameOf, menuOf, type PageRoute, redirectsOf, routeAt, routerPath } from '../../ui/routes.ts'
import { lazyPage } from './lazy-page.tsx'
import { isLogin } from './login-path.ts'
import { menu } from './menu.ts'
import { pages } from './pages.ts'
import { queries } from './queries.ts'
import { Failed, Missing, Root } from './root.tsx'
import { findKnownSession, findSession, findStyle, forgetSession, openLock } from './session.ts'

type Position = { location: ParsedLocation }

/** The first page of the user's navigation. */
const homePath = (): string => menuOf(menu, pages, mayI)[0]?.entries[0]?.path ?? '/404'

const choosePath = '/account/security/sms/setup/password'

async function needLogin({ location }: Position): Promise<void> {
  const session = await findSession()
  const found = session === 'found' ? await findStyle() : session
  const why = found === 'withoutRights' ? 'rights' : undefined
  if (found !== 'found') throw redirect({ href: withSearch('/login', { why, to: location.href }) })
  const lock = await openLock(location.href)
  if (lock) throw redirect({ href: withSearch('/login', { why: lock, to: location.href }) })
  // [S3 changePassword] Every other call would be refused.
  if (whoAmI()?.changePassword && location.pathname !== choosePath) throw redirect({ href: choosePath })
}

async function skipLogin({ location }: Position): Promise<void> {
  if (!(await findKnownSession())) return
  throw redirect({ href: afterLogin(safeTarget((location.search as { to?: string }).to)) })
}

const afterLogin = (target: string): string => (target === '/' ? homePath() : target)

const loadParts = () => import('../../ui/parts.tsx')

/** A page with antd's parts around it; a light page and one without a frame have none. */
const pageOf = (page: PageRoute): PageRoute['page'] =>
  page.isLight || frameOf(page) === 'plain'
    ? page.page
    : async () => {
        const [{ Parts }, { default: Page }] = await Promise.all([loadParts(), page.page()])
        return {
          default: () => (
            <Parts>
              <Page />
            </Parts>
          ),
        }
      }

const shellPage = lazyPage(() => import('./shell.tsx'))

/** Loads the code of the page at an address and of its frame, while the session is still being checked. */
export function loadAhead(address: string): void {
  const page = routeAt(pages, address)
  if (!page || page.may === 'public' || frameOf(page) !== 'shell') return
  void shellPage.preload()
  // The page is loaded only once: the route reuses the result.
  page.page().catch(() => undefined)
  if (!page.isLight) for (const load of [loadParts, () => import('./bars.tsx')]) load().catch(() => undefined)
}

const root = createRootRoute({ component: Root, notFoundComponent: Missing, errorComponent: Failed })
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: needLogin,
  component: shellPage,
})
const bare = createRoute({
  getParentRoute: () => root,
  id: 'window',
  component: lazyPage(() => import('./window-frame.tsx')),
})

/** A user who types an address that is not in their menu gets the reason, inside the shell. */
const needRight = (page: PageRoute) => (): void => {
  if (whoAmI() && !mayI(page.may)) throw refusal()
}

function refusal(): ApiError {
  const code = errorCode('noPermission')
  return new ApiError(code, errorText(code, language()))
}

function guardOf(page: PageRoute) {
  if (isLogin(page.path)) return skipLogin
  if (page.may === 'public') return undefined
  const right = needRight(page)
  // The shell has already required the login.
  return frameOf(page) === 'shell' ? right : async (position: Position) => needLogin(position).then(right)
}

function pageRoute(page: PageRoute) {
  const frame = frameOf(page)
  const parents = { shell, window: bare, plain: root }
  const guard = guardOf(page)
  return createRoute({
    getParentRoute: () => parents[frame],
    path: routerPath(page.path),
    component: lazyPage(pageOf(page)),
    ...(guard ? { beforeLoad: guard } : {}),
  })
}

const of = (frame: Frame) => pages.filter((page) => frameOf(page) === frame).map(pageRoute)

const redirects = redirectsOf(redirectRows, pages).map(({ from, to }) =>
  createRoute({
    getParentRoute: () => root,
    path: routerPath(from),
    beforeLoad: ({ params }) => {
      throw redirect({ to: routerPath(to), params, replace: true })
    },
  }),
)

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  component: lazyPage(() => import('./page-404.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    ...of('plain'),
    ...redirects,
    notFound,
    shell.addChildren(of('shell')),
    bare.addChildren(of('window')),
  ]),
  // Plain texts in the query: an address can be typed, and `?id=007` stays what it is.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => withSearch('', search as Record<string, string>),
  defaultErrorComponent: Failed,
  defaultPendingMs: 400,
  scrollRestoration: false,
})

setUpCalls({
  onSessionLost: () => {
    // There is no session: the caller handles the answer itself.
    if (!whoAmI()) return
    forgetSession()
    queries.clear()
    const { href } = router.state.location
    router.history.push(withSearch('/login', { why: 'expired', to: href }))
  },
})

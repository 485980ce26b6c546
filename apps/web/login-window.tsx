// The login of a window without a session: without router, antd and contracts. The application replaces it afterwards,
// and loads while the platform checks the password.
import { StrictMode, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import LoginPage from '../../features/people/login/page-login.tsx'
import loginRoutes from '../../features/people/login/routes.ts'
import { useFace } from '../../features/platform/open/style-face.ts'
import { useLanguage } from '../../ui/language.ts'
import { type Place, PlaceContext } from '../../ui/place.tsx'
import { labelIn } from '../../ui/words.ts'

const application = () => import('./app.tsx')

export function openLogin(): void {
  const root = createRoot(document.getElementById('root')!)
  const load = () => void application().catch(() => undefined)
  document.addEventListener('submit', load, { once: true, capture: true })
  const leave = (to: string, isReplaced: boolean) =>
    application().then(
      ({ openApp }) => {
        if (isReplaced) window.history.replaceState(null, '', to)
        else window.history.pushState(null, '', to)
        root.unmount()
        openApp()
      },
      // If the files of the login cannot be loaded, the browser opens the address and shows the reason.
      () => window.location.assign(to),
    )
  root.render(
    <StrictMode>
      <LoginWindow onLeave={(to, isReplaced) => void leave(to, isReplaced)} />
    </StrictMode>,
  )
}

function LoginWindow({ onLeave }: { onLeave: (to: string, isReplaced: boolean) => void }) {
  const language = useLanguage()
  const { title } = useFace()
  const label = labelIn(loginRoutes[0]?.title, language)
  useEffect(() => {
    document.title = [label, title[language]].filter(Boolean).join(' · ')
  }, [label, language, title])
  const place = useMemo(
    (): Place => ({
      path: window.location.pathname,
      params: {},
      search: Object.fromEntries(new URLSearchParams(window.location.search)),
      go: (to, { replace = false } = {}) => onLeave(to, replace),
      note: () => undefined,
      guard: () => () => undefined,
    }),
    [onLeave],
  )
  return (
    <PlaceContext value={place}>
      <LoginPage />
    </PlaceContext>
  )
}

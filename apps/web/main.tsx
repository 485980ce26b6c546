// The entry. What the login needs is loaded at once; everything else when it is opened.
// First: it asks while the rest is being read.
import './ahead.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../ui/theme.css'
import './root.css'
import { takeAhead } from '../../contract/ahead.ts'
import { setUpCalls } from '../../contract/call.ts'
import { language, showLanguage } from '../../ui/language.ts'
import { showTheme } from '../../ui/theme.ts'
import { watchLink } from './link.ts'
import { queries } from './queries.ts'
import { loadAhead, router } from './router.tsx'
import { wasSignedIn } from './session.ts'

setUpCalls({ language, ahead: takeAhead })
watchLink()
showLanguage()
showTheme()
if (wasSignedIn()) loadAhead(window.location.pathname)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

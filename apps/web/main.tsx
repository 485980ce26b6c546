// The entry. What the login needs is loaded at once; everything else when it is opened.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../ui/theme.css'
import './root.css'
import { setUpCalls } from '../../contract/call.ts'
import { language, showLanguage } from '../../ui/language.ts'
import { showTheme } from '../../ui/theme.ts'
import { watchLink } from './link.ts'
import { queries } from './queries.ts'
import { router } from './router.tsx'

setUpCalls({ language })
watchLink()
showLanguage()
showTheme()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

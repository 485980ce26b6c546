// The application: router and the parts that rooms add to it. The code of a page is loaded when it is opened.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLink } from './link.ts'
import { queries } from './queries.ts'
import { loadAhead, router } from './router.tsx'
import { wasSignedIn } from './session.ts'

export function openApp(): void {
  watchLink()
  if (wasSignedIn()) loadAhead(window.location.pathname)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

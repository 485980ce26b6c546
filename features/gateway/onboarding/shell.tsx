import { lazy, Suspense } from 'react'
import { useMe } from '../../../ui/me.ts'
import { shellPart } from '../../../ui/shell-part.ts'

const FirstSettings = lazy(() => import('./first-settings.tsx'))

function Watch() {
  if (!useMe()?.firstSettingsDue) return null
  return (
    <Suspense fallback={null}>
      <FirstSettings />
    </Suspense>
  )
}

export default shellPart({ Watch })

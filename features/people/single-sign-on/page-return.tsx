// The page to which a provider redirects: removes the answer from the address and submits it.
import { useState } from 'react'
import { call } from '../../../contract/call.ts'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { useReturning, WayFault } from '../login/part-other-site.tsx'
import { tellConfirmed } from './confirmed.ts'
import { finishSignOn } from './contract.ts'
import { signOnText } from './text.ts'

export default function ReturnPage() {
  const t = useText(signOnText)
  const { params, go } = usePlace()
  const slug = params.slug ?? ''
  const [isConfirmed, setConfirmed] = useState(false)
  const { fault, stepForm } = useReturning(async (answer) => {
    const finished = await call(finishSignOn, { slug, answer })
    if (!finished.isConfirmed) return { to: finished.to }
    setConfirmed(true)
    tellConfirmed()
    return undefined
  })
  return (
    <LoginFrame title={t('title')} about={fault === undefined && t(isConfirmed ? 'confirmed' : 'returning')}>
      {stepForm}
      {fault !== undefined && (
        <WayFault
          text={fault}
          act={{ label: t('again'), do: () => go(`/sso/${slug}`, { replace: true }) }}
          other={{ label: t('otherWay'), to: '/login' }}
        />
      )}
    </LoginFrame>
  )
}

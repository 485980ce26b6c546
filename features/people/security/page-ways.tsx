// Choice of a way to verify the account; skipped while the change window is open. [S2]
import { useEffect } from 'react'
import './security.css'
import { AsOf } from '../../../ui/as-of.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { type Change, GateWaiting, isChange, setupPath, useGate } from './use-security.tsx'
import { Ways } from './ways.tsx'

export default function WaysPage() {
  const t = useText(securityText)
  const { path } = usePlace()
  const named = path.split('/').at(-2)
  const what: Change = isChange(named) ? named : 'tel'
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card>
        <WaysOrOn key={what} what={what} />
      </Card>
    </AccountPage>
  )
}

function WaysOrOn({ what }: { what: Change }) {
  const { go } = usePlace()
  const { gate, query } = useGate()
  useEffect(() => {
    if (gate === 'form') go(setupPath(what), { replace: true })
  }, [gate, what, go])
  if (gate === 'form') return null
  return query.data && gate === 'ways' ? (
    <>
      <AsOf query={query} />
      <Ways security={query.data} what={what} />
    </>
  ) : (
    <GateWaiting query={query} />
  )
}

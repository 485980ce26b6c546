// Page of the second step: off, in setup, or on.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import './second-factor.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { Act } from '../../../ui/act.tsx'
import { AsOf } from '../../../ui/as-of.tsx'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { reloadMe, useMay, useZone } from '../../../ui/me.ts'
import { Card, CardWaiting } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { cannotUsePasskeys } from '../passkey/rules.ts'
import { SignInHead } from '../session/part-sign-in-head.tsx'
import { beginSecondFactor, querySecondFactor } from './contract.ts'
import { EndDrawer, RenewDrawer } from './factor-drawers.tsx'
import { RecoveryCodes } from './part-recovery-codes.tsx'
import { RequireCard } from './require-card.tsx'
import { SetUp } from './set-up.tsx'
import { secondFactorText } from './text.ts'

type State = OutputOf<typeof querySecondFactor>

export default function SecondFactorPage() {
  const t = useText(secondFactorText)
  const mayRequire = useMay()('organisation:secure')
  const query = useQuery(queryOf(querySecondFactor, {}))
  const { data, error, refetch } = query
  const [codes, setCodes] = useState<readonly string[]>()
  const show = (drawn: readonly string[]) => {
    setCodes(drawn)
    void refetch()
  }
  return (
    <>
      <SignInHead title={t('title')} about={t('about')} />
      <AsOf query={query} />
      {data ? (
        data.since === null ? (
          <>
            <OffCard state={data} onCodes={show} />
            {data.passkeys > 0 && <SpareCodes state={data} onCodes={show} />}
          </>
        ) : (
          <OnCard state={data} onCodes={show} onEnded={() => void refetch()} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardWaiting />
      )}
      {data && mayRequire && (
        <RequireCard isRequired={data.isRequired} isOn={data.since !== null || data.passkeys > 0} />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

type CardProps = { state: State; onCodes: (codes: readonly string[]) => void }

function OffCard({ state: { isRequired, passkeys }, onCodes }: CardProps) {
  const { go } = usePlace()
  const t = useText(secondFactorText)
  const fault = passkeys === 0 ? cannotUsePasskeys() : undefined
  const why = fault && t(fault)
  const { mutate: begin, data: begun, isPending, reset } = useMutation(mutationOf(beginSecondFactor))
  const done = async (codes: readonly string[]) => {
    onCodes(codes)
    await reloadMe()
  }
  return (
    <div className="factor-card">
      <Card title={t(begun ? 'setUpTitle' : passkeys > 0 ? 'noAppTitle' : 'offTitle')}>
        {begun ? (
          <SetUp begun={begun} onCodes={(codes) => void done(codes)} onCancel={reset} />
        ) : (
          <>
            {isRequired && passkeys === 0 && <p>{t('requiredNote')}</p>}
            <p>{t(passkeys > 0 ? 'noAppNote' : 'offNote')}</p>
            <div className="factor-acts">
              <Act kind={passkeys > 0 ? 'plain' : 'primary'} busy={isPending} onClick={() => begin({})}>
                {t('setUp')}
              </Act>
              <Act icon="key" why={why} onClick={() => go('/account/security/passkey')}>
                {t(passkeys > 0 ? 'passkeys' : 'addPasskey')}
              </Act>
            </div>
            {why && <p className="factor-why">{why}</p>}
          </>
        )}
      </Card>
    </div>
  )
}

/** Recovery codes of an account that has only passkeys. */
function SpareCodes({ state: { codesLeft }, onCodes }: CardProps) {
  const t = useText(secondFactorText)
  const [isDrawing, setDrawing] = useState(false)
  return (
    <div className="factor-card">
      <Card title={t('codesTitle')}>
        <p>{t('spareNote')}</p>
        <KeyValues rows={[{ label: t('codesLeft'), value: codesLeft }]} />
        <div className="factor-acts">
          <Act onClick={() => setDrawing(true)}>{t('renew')}</Act>
        </div>
      </Card>
      {isDrawing && <RenewDrawer hasApp={false} onCodes={onCodes} onClose={() => setDrawing(false)} />}
    </div>
  )
}

type Doing = 'renew' | 'end' | undefined

function OnCard({
  state: { since, codesLeft, isRequired, passkeys },
  onCodes,
  onEnded,
}: {
  state: State
  onCodes: (codes: readonly string[]) => void
  onEnded: () => void
}) {
  const t = useText(secondFactorText)
  const zone = useZone()
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  return (
    <div className="factor-card">
      <Card title={t('onTitle')}>
        <KeyValues
          rows={[
            { label: t('since'), value: formatTime(since, zone) },
            { label: t('codesLeft'), value: codesLeft },
          ]}
        />
        {codesLeft < 3 && <p>{t('fewCodes')}</p>}
        <div className="factor-acts">
          <Act onClick={() => setDoing('renew')}>{t('renew')}</Act>
          <Act why={isRequired && passkeys === 0 && t('cannotEnd')} onClick={() => setDoing('end')}>
            {t('end')}
          </Act>
        </div>
      </Card>
      {doing === 'renew' && <RenewDrawer hasApp onCodes={onCodes} onClose={close} />}
      {doing === 'end' && <EndDrawer onEnded={onEnded} onClose={close} />}
    </div>
  )
}

// Tamper-proof: the formula, its two variables, and its state. [S4] [S5 Tamper-proof] [S8 1343]
import { useState } from 'react'
import type { Tamper } from '../../../contract/box.ts'
import { call } from '../../../contract/call.ts'
import { errorText } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useZone } from '../../../ui/me.ts'
import { uiText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart, type Shown } from './box-part.tsx'
import { orderTamper } from './contract.ts'
import { boxText } from './text.ts'
import { useOrder, useRefusal } from './use-box.ts'

export function TamperPart({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  return (
    <BoxPart gateway={gateway} title={t('tamper')} about={t('tamperAbout')} acts={['tamper']}>
      {(shown) => (
        <>
          {shown.box.tamper ? (
            <TamperState {...shown} tamper={shown.box.tamper} />
          ) : (
            <p className="box-about">{t('tamperNone')}</p>
          )}
          <TamperForm key={JSON.stringify(shown.box.tamper?.settings)} {...shown} />
        </>
      )}
    </BoxPart>
  )
}

type Told = NonNullable<Shown['box']['tamper']>

function TamperState({ gateway, info, tamper: { state, code, x, y, at } }: Shown & { tamper: Told }) {
  const t = useText(boxText)
  const zone = useZone()
  const language = useLanguage()
  const run = useOrder()
  const why = useRefusal(gateway, info)('tamper')
  const [isBusy, setBusy] = useState(false)
  const states = {
    waiting: t('stateWaiting'),
    working: t('stateWorking'),
    failed: t('stateFailed', { reason: code === null ? '' : errorText(code, language) }),
    stopped: t('stateStopped'),
    outdated: t('stateOutdated'),
    paused: t('statePaused'),
  }
  const end = async () => {
    const question = { title: t('tamperOffTitle'), act: t('tamperOff'), target: gateway.sn, note: t('tamperOffNote') }
    if (!(await confirm({ ...question, danger: true }))) return
    setBusy(true)
    try {
      await run(() => call(orderTamper, { id: gateway.id, tamper: null }))
      toast.good(t('confirmed'))
    } catch (error) {
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  const isBad = state === 'failed' || state === 'stopped' || state === 'outdated'
  return (
    <>
      <KeyValues
        rows={[
          { label: t('state'), value: <span className={isBad ? 'box-bad' : undefined}>{states[state]}</span> },
          {
            label: t('lastAnswer'),
            value: x !== null && y !== null && t('answerOf', { x: formatNumber(x), y: formatNumber(y) }),
          },
          { label: '', value: formatTime(at, zone) },
        ].filter(({ label, value }) => label || at !== null || !value)}
      />
      <div className="box-acts">
        <Act kind="danger" why={why} busy={isBusy} sends onClick={() => void end()}>
          {t('tamperOff')}
        </Act>
      </div>
    </>
  )
}

type Values = { tamper: Tamper }

function TamperForm({ gateway, info, box }: Shown) {
  const t = useText(boxText)
  const words = useText(uiText)
  const run = useOrder()
  const refused = useRefusal(gateway, info)('tamper')
  const why = refused ?? (info.equipmentId === null ? t('noDevice') : undefined)
  const numbers = info.signals.filter(({ isNumber }) => isNumber)
  const options = (of: typeof numbers) =>
    of.map(({ id, title, driver }) => ({ value: id as number, label: `${title} · ${driver}` }))
  const send = async ({ tamper }: Values) => {
    const name = info.signals.find(({ id }) => id === tamper.writeId)?.title ?? ''
    const note = t('tamperNote', { name, every: tamper.everyS })
    if (
      !(await confirm({ title: t('tamperTitle'), act: t('tamperOn'), target: gateway.sn, note, next: tamper.formula }))
    )
      return false
    await run(() => call(orderTamper, { id: gateway.id, tamper }))
    return true
  }
  return (
    <FormFrame<Values, boolean>
      initial={{ tamper: box.tamper?.settings ?? ({ everyS: 10, offlineMin: 60 } as Tamper) }}
      act={t(box.tamper ? 'tamperChange' : 'tamperOn')}
      why={why}
      onSubmit={send}
      onDone={(isSent) => isSent && toast.good(t('confirmed'))}
    >
      <TextField
        name={['tamper', 'formula']}
        label={t('formula')}
        note={t('formulaNote')}
        max={limits.tamperFormulaLength}
        placeholder="6*X+10"
        required
      />
      <FieldPair>
        <SelectField
          name={['tamper', 'readId']}
          label={t('readVariable')}
          options={options(numbers.filter(({ canRead }) => canRead))}
          required
        />
        <SelectField
          name={['tamper', 'writeId']}
          label={t('writeVariable')}
          options={options(numbers.filter(({ canWrite }) => canWrite))}
          required
        />
      </FieldPair>
      <FieldPair>
        <NumberField
          name={['tamper', 'everyS']}
          label={t('everyS')}
          unit={words('secondsUnit')}
          min={1}
          max={3600}
          digits={0}
          required
        />
        <NumberField
          name={['tamper', 'offlineMin']}
          label={t('offlineMin')}
          note={t('offlineMinNote')}
          unit={t('minutes')}
          min={1}
          max={43_200}
          digits={0}
          required
        />
      </FieldPair>
    </FormFrame>
  )
}

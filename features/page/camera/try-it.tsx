// Calls the provider with the entered account, and shows its answer in words.
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { ok } from '../../../contract/errors.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { useText } from '../../../ui/words.ts'
import { type Region, type Tried, testOpenys } from './contract.ts'
import { openysText } from './text.ts'

export type Entered = { region: Region; appKey: string; appSecret?: string }

/** The tested input, and the outcome. */
type Met = { of: string; serial: string; answer?: OutputOf<typeof testOpenys>; error?: string }

const serialPattern = /^[A-Za-z0-9]{4,32}$/

export function TryIt({ entered, isStored }: { entered: Entered; isStored: boolean }) {
  const t = useText(openysText)
  const [serial, setSerial] = useState('')
  const [channel, setChannel] = useState(1)
  const [met, setMet] = useState<Met>()
  const [busy, setBusy] = useState(false)
  const typed = serial.trim().toUpperCase()
  const isWrong = typed !== '' && !serialPattern.test(typed)
  const of = JSON.stringify([entered, typed, channel])
  const ask = async () => {
    setBusy(true)
    setMet(undefined)
    const { appSecret, ...account } = entered
    const input = { ...account, appSecret: appSecret || null, deviceSerial: typed || null, channelNo: channel }
    try {
      setMet({ of, serial: typed, answer: await call(testOpenys, input) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMet({ of, serial: typed, error: error.message })
    } finally {
      setBusy(false)
    }
  }
  const lacks = entered.appKey.trim() === '' || (!isStored && !entered.appSecret)
  const why = lacks ? t('none') : isWrong && t('serialRule')
  return (
    <Card title={t('try')}>
      <p className="openys-note">{t('tryNote')}</p>
      <Form layout="vertical" className="form openys-try" onFinish={() => !why && void ask()}>
        <Form.Item
          label={t('serial')}
          extra={isWrong ? undefined : t('serialNote')}
          {...(isWrong ? { validateStatus: 'error', help: t('serialRule') } : {})}
        >
          <Input
            aria-label={t('serial')}
            value={serial}
            maxLength={32}
            autoComplete="off"
            onChange={({ target }) => setSerial(target.value)}
          />
        </Form.Item>
        <Form.Item label={t('channel')} extra={t('channelNote')}>
          <InputNumber
            aria-label={t('channel')}
            min={1}
            max={999}
            precision={0}
            controls={false}
            value={channel}
            onChange={(value) => setChannel(value ?? 1)}
          />
        </Form.Item>
        <div className="openys-try-act">
          <Act submit busy={busy} why={why} sends>
            {t('tryAct')}
          </Act>
          {lacks && <span className="openys-why">{t('none')}</span>}
        </div>
      </Form>
      <div className="openys-answer" role="status">
        {busy && <p className="openys-note">{t('trying')}</p>}
        {met && <Answer met={met} />}
        {met && met.of !== of && <p className="openys-note">{t('changed')}</p>}
      </div>
    </Card>
  )
}

function Answer({ met: { answer, error, serial } }: { met: Met }) {
  const t = useText(openysText)
  if (error !== undefined) return <Line tried={{ code: 0, msg: error, said: null }} good="" />
  if (!answer) return null
  return (
    <>
      <Line tried={answer.account} good={t('accountGood')} />
      {answer.camera && <Line tried={answer.camera} good={t('cameraGood', { serial })} />}
    </>
  )
}

function Line({ tried: { code, msg, said }, good }: { tried: Tried; good: string }) {
  const t = useText(openysText)
  const isGood = code === ok
  return (
    <p className={isGood ? 'openys-line' : 'openys-line openys-bad'}>
      <Icon name={isGood ? 'check' : 'alarm'} size={16} />
      <span>
        {isGood ? good : msg}
        {said && <small>{t('said', { code: said.code, msg: said.msg || '–' })}</small>}
      </span>
    </p>
  )
}

// Registers many modules, pasted or from a file; their codes and secrets are shown once, and can be saved to a file.
import { Input } from 'antd'
import { useState } from 'react'
import './registry.css'
import { ApiError, call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { download } from '../../../ui/download.ts'
import { OnceDialog } from '../../../ui/once-dialog.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { type Column, csvOf } from '../../../ui/table-rows.ts'
import { useText } from '../../../ui/words.ts'
import { batchLines } from './batch-lines.ts'
import { type Registered, registerGateways } from './contract.ts'
import { registryText } from './text.ts'

export function BatchForm({ onDone }: { onDone: (registered: readonly Registered[]) => void }) {
  const t = useText(registryText)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError>()
  const { rows, faults } = batchLines(text)
  const limit = limits.modulesAtOnce
  const [first] = faults
  const why =
    rows.length === 0
      ? t('batchNone')
      : first
        ? t(first.why === 'wrong' ? 'batchWrong' : 'batchTwice', { line: first.line })
        : rows.length > limit
          ? t('batchMany', { limit })
          : undefined
  const send = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      onDone(await call(registerGateways, { rows }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  const known = (fault?.data as { sns?: string[] } | null)?.sns ?? []
  return (
    <div className="registry-batch">
      <p className="registry-note">{t('batchAbout', { limit })}</p>
      <Input.TextArea
        aria-label={t('batchList')}
        placeholder={'GH2026-0101, GH-Linux\nGH2026-0102, GH-Linux'}
        autoSize={{ minRows: 8, maxRows: 16 }}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="registry-note">{t('batchCount', { count: rows.length })}</p>
      {text !== '' && first && <p className="form-fault">{why}</p>}
      {fault && (
        <p className="form-fault" role="alert">
          {known.length > 0 ? withHeading(fault.message, joinWords(known)) : fault.message}
        </p>
      )}
      <div className="form-foot form-acts">
        <Act kind="primary" why={why} busy={isBusy} sends onClick={() => void send()}>
          {t('register')}
        </Act>
      </div>
    </div>
  )
}

/** Shows the codes and secrets once, and saves them to a file. */
export function BatchDialog({ registered, onClose }: { registered: readonly Registered[]; onClose: () => void }) {
  const t = useText(registryText)
  const columns: Column<Registered>[] = [
    { key: 'sn', title: t('sn') },
    { key: 'code', title: t('code') },
    { key: 'secret', title: t('secret'), cell: ({ secret }) => <code>{secret}</code> },
  ]
  return (
    <OnceDialog
      title={t('batchRegistered', { count: registered.length })}
      once={t('once')}
      width={680}
      onClose={onClose}
    >
      <dd className="registry-list">
        <PlainTable
          label={t('batchRegistered', { count: registered.length })}
          {...{ columns, rows: registered }}
          keyOf={({ sn }) => sn}
        />
        <PlainAct icon="download" onClick={() => download('gateways.csv', csvOf(columns, registered))}>
          {t('batchSave')}
        </PlainAct>
      </dd>
    </OnceDialog>
  )
}

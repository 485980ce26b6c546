// The columns of every table of the log.
import '../../frame/room-errors.ts'
import { useState } from 'react'
import { errorText } from '../../../contract/errors.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { actName, objectName, objectText } from '../../frame/acts.ts'
import { useName } from '../open/translation-name.ts'
import { changesText } from './changes.ts'
import type { OperationRow } from './contract.ts'
import { operationLogText } from './text.ts'
import './operation-log.css'

type Shown = 'seq' | 'at' | 'loginname' | 'act' | 'object' | 'change' | 'result' | 'ip'

/**
 * The named columns, in the given order. Times are shown in `zone`. Phones show the IP address too: by it a user recognises
 * a foreign sign-in.
 */
export function useLogColumns(
  zone: string,
  shown: readonly Shown[],
  /** Shows the kind of each object; false if all are of one kind. */
  withKind = true,
): Column<OperationRow>[] {
  const t = useText(operationLogText)
  const language = useLanguage()
  const name = useName()
  const changes = (row: OperationRow) => changesText(row, language, name)
  const kind = ({ objectType }: OperationRow) => objectName(objectType, language)
  // A device with one of its variables: `Intake station 1 / Pump 1 speed`.
  const object = ({ objectType, objectName }: OperationRow) =>
    objectText(objectType, objectName, language).split(' / ').map(name).join(' / ')
  const act = (row: OperationRow) => actName(row.act, language)
  const result = ({ result: outcome, code }: OperationRow) =>
    code === null || code === 200 ? t(outcome) : withNote(t(outcome), code)
  const reason = ({ code }: OperationRow) => (code === null || code === 200 ? undefined : errorText(code, language))
  const all: Record<Shown, Column<OperationRow>> = {
    seq: {
      key: 'seq',
      title: t('seq'),
      align: 'right',
      width: 64,
      cell: ({ seq }) => <span className="log-seq">{seq === null ? nothingShown : formatNumber(seq)}</span>,
      phone: 'hide',
    },
    at: {
      key: 'at',
      zone,
      title: t('at'),
      width: 160,
      cell: ({ at }) => <time className="log-time">{formatTime(at, zone)}</time>,
      text: ({ at }) => formatTime(at, zone),
      phone: 'end',
    },
    loginname: { key: 'loginname', title: t('who') },
    act: {
      key: 'act',
      title: t('act'),
      cell: (row) => <span className="log-act">{act(row)}</span>,
      text: act,
      phone: 'title',
    },
    object: {
      key: 'objectName',
      title: t('object'),
      cell: (row) => (
        <>
          {withKind && <span className="log-kind">{kind(row)}</span>}
          {object(row)}
        </>
      ),
      text: (row) => (withKind ? `${kind(row)} ${object(row)}` : object(row)),
    },
    change: {
      key: 'change',
      title: t('change'),
      cell: (row) => <Changes text={changes(row)} />,
      text: changes,
    },
    result: {
      key: 'result',
      title: t('result'),
      cell: (row) => (
        <>
          <span className={`log-result log-${row.result}`}>{result(row)}</span>
          {reason(row) && <span className="log-reason">{reason(row)}</span>}
        </>
      ),
      text: (row) => [result(row), reason(row)].filter(Boolean).join(' '),
    },
    ip: { key: 'ip', title: t('ip'), cell: ({ ip }) => ip || t('noIp'), text: ({ ip }) => ip || t('noIp') },
  }
  return shown.map((key) => all[key])
}

/** Number of characters that fit into about two lines of the column. */
const shortLength = 120

/** Long texts are cut after two lines, and expanded by a click. */
function Changes({ text }: { text: string }) {
  const t = useText(operationLogText)
  const [isOpen, setOpen] = useState(false)
  // An empty cell is omitted on a phone.
  if (!text) return null
  if (text.length <= shortLength) return <span className="log-change">{text}</span>
  return (
    <button
      type="button"
      className={isOpen ? 'log-change log-open' : 'log-change'}
      aria-expanded={isOpen}
      title={isOpen ? undefined : t('more')}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
    </button>
  )
}

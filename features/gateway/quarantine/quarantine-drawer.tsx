// The drawer of one message in quarantine: its origin, its reason, and its bytes.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import './quarantine.css'
import { queryOf } from '../../../contract/call.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatSize, formatTime } from '../../../ui/format.ts'
import { Copyable, KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { openModals } from '../../../ui/modal-box.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { uiText } from '../../../ui/text.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { QuarantineActs } from './acts.tsx'
import { type QuarantineDetail, type QuarantineId, quarantineDetail } from './contract.ts'
import { quarantineText } from './text.ts'

export function QuarantineDrawer({ id, onClose }: { id: QuarantineId; onClose: () => void }) {
  const t = useText(quarantineText)
  const { data, error, refetch } = useQuery(queryOf(quarantineDetail, { id }))
  return (
    <Frame title={`${t('number')} ${id}`} onClose={onClose}>
      {data ? (
        <Message message={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Frame>
  )
}

type FrameProps = { title: string; onClose: () => void; children: ReactNode }

/** A panel beside the list, which gives it room; in a window too narrow for both, a drawer over the list. */
function Frame({ title, onClose, children }: FrameProps) {
  const isWide = useMedia('(min-width: 1600px)')
  if (isWide) return <Beside {...{ title, onClose, children }} />
  return (
    <SideDrawer open title={title} width={620} onClose={onClose}>
      {children}
    </SideDrawer>
  )
}

function Beside({ title, onClose, children }: FrameProps) {
  const t = useText(uiText)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Escape belongs to a dialog that is open above the list.
      if (event.key === 'Escape' && !event.defaultPrevented && openModals.get().length === 0) onClose()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
  return (
    <aside className="quarantine-beside" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}

function Message({ message, onClose }: { message: QuarantineDetail; onClose: () => void }) {
  const t = useText(quarantineText)
  const zone = useZone()
  const name = useName()
  const { sn, orgName, equipmentName, reason, detail, receivedAt, sizeBytes, lane, seq, epoch, bindingId } = message
  const { format, content, isCut } = message.payload
  return (
    <div className="quarantine-panel">
      <p>
        <strong>{t(reason)}</strong>
      </p>
      <p className="quarantine-why">{t(`${reason}About`)}</p>
      {detail && <p className="quarantine-why">{detail}</p>}
      <KeyValues
        rows={[
          { label: t('sn'), value: sn && <Copyable text={sn} /> },
          { label: t('company'), value: orgName ?? t('nobody') },
          { label: t('device'), value: equipmentName && name(equipmentName) },
          { label: t('binding'), value: bindingId },
          { label: t('receivedAt'), value: formatTime(receivedAt, zone) },
          { label: t('lane'), value: t(lane) },
          { label: t('seq'), value: seq },
          { label: t('outbox'), value: epoch && <code>{epoch}</code> },
          { label: t('size'), value: formatSize(sizeBytes) },
          { label: t('relandedAt'), value: formatTime(message.relandedAt, zone) },
        ]}
      />
      <QuarantineActs rows={[message]} onDone={onClose} />
      <h3>{t(format === 'json' ? 'payload' : 'payloadHex')}</h3>
      {isCut && <p className="quarantine-why">{t('cut', { size: formatSize(sizeBytes) })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be focusable */}
      <pre className="quarantine-payload" tabIndex={0}>
        {format === 'json' ? content : hexLines(content)}
      </pre>
    </div>
  )
}

/** Sixteen bytes a line, in pairs of digits. */
const hexLines = (digits: string): string =>
  (digits.match(/.{1,32}/g) ?? []).map((line) => (line.match(/../g) ?? []).join(' ')).join('\n')

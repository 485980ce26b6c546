// A symbol of the library: its name, and its older drawings, each of which can be restored.
import { useCallback, useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { formatTime } from '../../ui/format.ts'
import { useZone } from '../../ui/me.ts'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import type { SymbolSource, SymbolVersion } from '../panel/sources.ts'
import { symbolText } from './text.ts'
import './symbol.css'

type Props = {
  /** The symbol with its newest drawing. */
  symbol: NonNullable<SymbolSource['all']>[number]
  source: SymbolSource
  types: ReadonlyMap<string, Widget>
  onClose: () => void
}

export function ManageSymbolDialog({ symbol, source, types, onClose }: Props) {
  const t = useText(symbolText)
  const label = t('manage', { title: source.named(symbol.title) })
  return (
    <ModalBox label={label} width={560} onClose={onClose}>
      <header className="symbol-head">
        <h2>{label}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <Name symbol={symbol} source={source} />
      <h3 className="symbol-versions-head">{t('versions')}</h3>
      <Drawings {...{ symbol, source, types }} />
    </ModalBox>
  )
}

function Name({ symbol, source }: Pick<Props, 'symbol' | 'source'>) {
  const t = useText(symbolText)
  const [title, setTitle] = useState(symbol.title)
  const [busy, setBusy] = useState(false)
  const next = title.trim()
  const rename = async () => {
    setBusy(true)
    try {
      await source.rename(symbol, next)
      toast.good(t('renamed', { title: source.named(next) }))
    } catch (error) {
      toast.bad(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="symbol-name"
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <label className="symbol-param">
        <span>{t('title')}</span>
        <input
          type="text"
          className="symbol-input"
          maxLength={limits.titleLength}
          autoComplete="off"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <PlainAct submit busy={busy} disabled={next === '' || next === symbol.title}>
        {t('rename')}
      </PlainAct>
    </form>
  )
}

function Drawings({ symbol, source, types }: Omit<Props, 'onClose'>) {
  const t = useText(symbolText)
  const zone = useZone()
  const { id, version: newest } = symbol
  const [versions, setVersions] = useState<readonly SymbolVersion[]>()
  const [fault, setFault] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries again for a new version, and on request
  useEffect(() => {
    let isLeft = false
    setFault(undefined)
    source.versions(id).then(
      (all) => !isLeft && setVersions(all),
      (error) => !isLeft && setFault(error),
    )
    return () => {
      isLeft = true
    }
  }, [source.versions, id, newest, turn])
  const restore = async (version: number) => {
    setBusy(true)
    try {
      await source.restore({ id, version: newest }, version)
      toast.good(t('restored', { version }))
    } catch (error) {
      toast.bad(error as Error)
    } finally {
      setBusy(false)
    }
  }
  if (fault !== undefined) return <ErrorState error={fault} onRetry={() => setTurn(turn + 1)} />
  if (!versions) return <Skeleton lines={4} />
  return (
    <ol className="symbol-versions">
      {versions.map(({ version, savedAt, savedBy, restored }) => (
        <li key={version}>
          <Drawing {...{ id, version, source, types }} label={t('drawing', { version })} />
          <div>
            <b>{t('versionOf', { version })}</b>
            <p className="symbol-note">
              {[formatTime(savedAt, zone), savedBy, restored !== null && t('restoredFrom', { version: restored })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {version === newest ? (
            <span className="symbol-note">{t('newest')}</span>
          ) : (
            <PlainAct busy={busy} onClick={() => void restore(version)}>
              {t('restore')}
              <span className="unseen">{t('versionOf', { version })}</span>
            </PlainAct>
          )}
        </li>
      ))}
    </ol>
  )
}

const room = { width: 96, height: 64 }

type DrawingProps = Pick<Props, 'source' | 'types'> & { id: number; version: number; label: string }

function Drawing({ id, version, source: { drawing }, types, label }: DrawingProps) {
  const t = useText(symbolText)
  const [content, setContent] = useState<Awaited<ReturnType<typeof drawing>>>()
  const [isFailed, setFailed] = useState(false)
  const load = useCallback(() => drawing(id, version), [drawing, id, version])
  useEffect(() => {
    let isLeft = false
    load().then(
      (found) => !isLeft && setContent(found),
      () => !isLeft && setFailed(true),
    )
    return () => {
      isLeft = true
    }
  }, [load])
  if (content) return <DrawnPreview {...content} ground="" types={types} label={label} room={room} />
  return <span className="symbol-drawing">{isFailed ? t('loadFailed') : ''}</span>
}

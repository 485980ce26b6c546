// The import dialog: the widgets that a file will add, a preview, and the report of the parts that could not be read.
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { formatSize } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { withNote } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import type { Point } from '../document/geometry.ts'
import type { Sources } from '../panel/sources.ts'
import { edited } from '../state.ts'
import type { Editor } from '../use-editor.ts'
import { Found } from './import-found.tsx'
import { importText } from './import-text.ts'
import { laidOn, roomOn } from './place.ts'
import { type Fault, type Read, useDrawing } from './use-drawing.ts'
import './import.css'

type Props = {
  editor: Editor
  types: ReadonlyMap<string, Widget>
  sources: Sources
  /** The middle of the visible part of the page. */
  middle: () => Point
  onClose: () => void
}

const size = formatSize(limits.fileBodyBytes)

export function ImportDialog({ editor, types, sources, middle, onClose }: Props) {
  const t = useText(importText)
  const { document } = editor.state
  const { drawing, take, showView } = useDrawing({ sources, room: roomOn(document) })
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  const insert = (read: Read) => {
    const next = laidOn(document, read, middle())
    if ('refused' in next) return editor.refuse(next.refused)
    editor.change((state) => edited(state, next))
    onClose()
  }
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) take(file)
    // Allows the same file to be chosen again.
    target.value = ''
  }
  const read = drawing.state === 'read' ? drawing : undefined
  return (
    <ModalBox label={t('title')} width={860} onClose={onClose}>
      <header className="import-head">
        <h2>{t('title')}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <DropArea onFile={take}>
        {read ? (
          <Found read={read} types={types} onView={showView} />
        ) : (
          <div className="import-take">
            <Icon name="upload" size={28} />
            {drawing.state === 'reading' ? (
              <p role="status">{t('reading', { name: drawing.name })}</p>
            ) : (
              <p>{t('drop')}</p>
            )}
            {drawing.state === 'fault' && <FaultNote fault={drawing} />}
            <PlainAct onClick={choose}>{t('choose')}</PlainAct>
            <small>{t('kinds', { size })}</small>
          </div>
        )}
      </DropArea>
      <input
        ref={input}
        className="unseen"
        type="file"
        tabIndex={-1}
        aria-label={t('file')}
        accept=".svg,image/svg+xml,.json,.fuxap,application/json"
        onChange={onFile}
      />
      {read && (
        <footer className="import-foot">
          <p>{t(document.widgets.length === 0 ? 'toEmpty' : 'toGroup')}</p>
          <PlainAct onClick={choose}>{t('other')}</PlainAct>
          <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
          <PlainAct kind="primary" disabled={read.widgets.length === 0} onClick={() => insert(read)}>
            {t('insert')}
          </PlainAct>
        </footer>
      )}
    </ModalBox>
  )
}

function FaultNote({ fault: { name, fault, line, reason } }: { fault: Fault }) {
  const t = useText(importText)
  const why =
    fault === 'malformed'
      ? t('fault_malformed', { line, reason })
      : fault === 'tooLarge'
        ? t('fault_tooLarge', { size })
        : fault === 'encoding'
          ? t('fault_encoding', { reason })
          : t(`fault_${fault}`)
  return (
    <p className="import-fault" role="alert">
      <b>{name}</b>
      <span>{fault === 'notRead' && reason ? withNote(why, reason) : why}</span>
    </p>
  )
}

/** An area on which files can be dropped. */
function DropArea({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be selected by the button too
    <div
      className="import-area"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

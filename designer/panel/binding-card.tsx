// A binding: name, device, address and current value of its variable, or that it is missing. A click opens the picker.
import { type Binding, signalOf } from '../../contract/page-document.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { BothNames } from './both-names.tsx'
import { stateOf } from './slots.ts'
import { type LiveText, useNamed } from './sources.ts'
import { panelText } from './text.ts'
import { useLive, useVariable } from './use-live.ts'
import './binding-card.css'

export function Live({ of }: { of: LiveText | undefined }) {
  const t = useText(panelText)
  if (!of) return null
  const { text, quality } = of
  const note = quality === 'bad' ? t('bad') : quality === 'stale' ? t('stale') : undefined
  return (
    <span className="live" data-quality={quality}>
      <b>{quality === 'bad' ? t('bad') : text}</b>
      {note && quality !== 'bad' && <small>{note}</small>}
    </span>
  )
}

type Props = {
  id?: string
  binding: Binding | undefined
  isMixed?: boolean
  kinds: readonly BindKind[]
  /** Opens the selection of a variable; undefined if no variable can be bound now. */
  onOpen?: (() => void) | undefined
  onClear: () => void
}

export function BindingCard({ id, binding, isMixed = false, kinds, onOpen, onClear }: Props) {
  const t = useText(panelText)
  const state = isMixed ? 'unbound' : stateOf(binding, kinds)
  const signalId = state === 'bound' && (binding?.type || 'signal') === 'signal' ? signalOf(binding!) : undefined
  const variable = useVariable(signalId)
  const live = useLive(signalId)
  const named = useNamed()
  if (state === 'unbound')
    return (
      <button id={id} type="button" className="bind-none" disabled={!onOpen} onClick={onOpen}>
        <Icon name="link" size={14} />
        {isMixed ? t('mixed') : onOpen ? t('bind') : t('bindNothing')}
      </button>
    )
  const isMissing = state === 'cleared' || variable === null
  const details = [named(variable?.subTitle ?? binding?.subTitle ?? ''), variable?.address].filter(Boolean)
  const under = isMissing ? t('missingNote') : state === 'unseen' ? t('unseen') : details.join(' · ')
  return (
    <div className="bind-card" data-missing={isMissing || undefined}>
      <button
        id={id}
        type="button"
        className="bind-open"
        disabled={!onOpen}
        aria-description={onOpen && t('change')}
        onClick={onOpen}
      >
        <span className="bind-title">
          <BothNames given={variable?.title || binding?.title || variable?.name || '—'} />
        </span>
        {isMissing ? <em>{t('missing')}</em> : <Live of={live} />}
        <small title={under}>{under}</small>
      </button>
      <IconAct icon="close" label={t('unbind')} onClick={onClear} />
    </div>
  )
}

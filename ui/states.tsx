// Empty, loading and error states: one sentence and the next step.
import type { ReactNode } from 'react'
import './states.css'
import { linkCodes } from '../contract/call.ts'
import { errorCode, errorText } from '../contract/errors.ts'
import type { Permission } from '../contract/permissions.ts'
import { Icon, type IconName } from './icon.tsx'
import { useLanguage } from './language.ts'
import { useLink } from './link.ts'
import { isCustomer, useMay, useMe } from './me.ts'
import { Go } from './place.tsx'
import { PlainAct } from './plain.tsx'
import { sentenceOf } from './punctuation.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

/** Why a list is empty; each kind has its own text and its own next step. */
type EmptyKind =
  /** No entry exists yet: the next step adds one. */
  | 'none'
  /** A filter hides all entries: the next step clears it. */
  | 'filteredOut'
  /** The account may not see it, or not add it: the next step is an administrator. */
  | 'notAllowed'
  /** Reading failed: the next step is the connection, or another attempt. */
  | 'notLoaded'
  /** The object was deleted: the next step is to choose another. */
  | 'goneAway'

type EmptyProps = {
  kind?: Exclude<EmptyKind, 'notLoaded'>
  icon?: IconName
  /** The permission that the action needs; the sentence does not depend on it. */
  may?: Permission
  act?: ReactNode
  /**
   * Whether objects of this kind are limited by a data range: an account with a data range is not told that there are
   * none.
   */
  isRanged?: boolean
  /** With `isRanged`: the objects in the plural, such as `devices`. */
  things?: string
  children: ReactNode
}

/** One sentence about what belongs here, and the next step; or, without the permission for it, the person to ask. */
export function EmptyState({
  kind = 'none',
  icon = 'folder',
  may,
  act,
  isRanged = false,
  things,
  children,
}: EmptyProps) {
  const t = useText(uiText)
  const mayDo = useMay()
  const me = useMe()
  const seesAll = (me?.dataRange ?? 'all') === 'all'
  if (kind === 'notAllowed')
    return (
      <Empty kind={kind} icon="lock" act={<Advised advice="errorPermission" />}>
        {children}
      </Empty>
    )
  const isPart = kind === 'none' && isRanged && !seesAll
  const isRefused = may !== undefined && !mayDo(may)
  const ask = isRefused || (isPart && act === undefined)
  return (
    <Empty kind={kind} icon={icon} act={ask ? <Missing things={isPart ? things : undefined} /> : act}>
      {isPart ? (things ? t('emptyThings', { things }) : t('emptyForYou')) : children}
    </Empty>
  )
}

/** The person or company to ask if objects are missing. */
function Missing({ things }: { things: string | undefined }) {
  const t = useText(uiText)
  const supplier = isCustomer(useMe())
  const words = things
    ? t(supplier ? 'emptyAskThingsSupplier' : 'emptyAskThings', { things })
    : t(supplier ? 'emptyAskSupplier' : 'emptyAsk')
  return <p className="state-advice">{words}</p>
}

/** The advice below an error. A customer has no administrator of its own here. */
function Advised({ advice, note }: { advice: Advice; note?: string | undefined }) {
  const t = useText(uiText)
  const forCustomer = isCustomer(useMe()) ? customerAdvice[advice] : undefined
  return <p className="state-advice">{note ?? t(forCustomer ?? advice)}</p>
}

type SupplierAdvice = `${'errorPermission' | 'errorMissing'}Supplier`
const customerAdvice: { [K in Advice]?: SupplierAdvice } = {
  errorPermission: 'errorPermissionSupplier',
  errorMissing: 'errorMissingSupplier',
}

function Empty({ kind, icon, act, children }: EmptyProps & { kind: EmptyKind; icon: IconName }) {
  return (
    <div className="state" data-empty={kind}>
      <Icon name={icon} size={28} />
      <p>{children}</p>
      {act}
    </div>
  )
}

/** The state of a filtered list without matches. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText(uiText)
  return (
    <EmptyState kind="filteredOut" icon="filter" act={<PlainAct onClick={onClear}>{t('clearFilter')}</PlainAct>}>
      {t('noMatch')}
    </EmptyState>
  )
}

type Advice = 'errorUnreachable' | 'errorPassing' | 'errorPermission' | 'errorMissing' | 'errorOther'

/** The advice for an error code: the user's next step. */
export function adviceOf(code: number | undefined): Advice {
  if (code === linkCodes.unreachable || code === linkCodes.timeout) return 'errorUnreachable'
  if (code === errorCode('databaseDown')) return 'errorPassing'
  if (code === errorCode('noPermission')) return 'errorPermission'
  if (code === errorCode('notFound') || code === errorCode('equipmentNotFound')) return 'errorMissing'
  return 'errorOther'
}

const kinds: Record<Advice, EmptyKind> = {
  errorUnreachable: 'notLoaded',
  errorPassing: 'notLoaded',
  errorPermission: 'notAllowed',
  errorMissing: 'goneAway',
  errorOther: 'notLoaded',
}

/** A link drawn as a button: the next step from an empty state or an error. */
export const StateLink = ({ to, children }: { to: string; children: string }) => (
  <Go to={to} className="act">
    {children}
  </Go>
)

/** The next step from a page that is missing or refused. */
export function ToStart() {
  return <StateLink to="/">{useText(uiText)('toStart')}</StateLink>
}

type ErrorProps = {
  error: unknown
  /** Reads again. A missing object has a link to the start page instead. */
  onRetry?: () => void
  /** An action that replaces the usual next step. */
  act?: ReactNode
  /** Replaces the sentence that says how to continue. */
  note?: string | undefined
}

/** An error with its code and its advice. */
export function ErrorState({ error, onRetry, act, note }: ErrorProps) {
  const t = useText(uiText)
  const language = useLanguage()
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const number = typeof code === 'number' ? code : undefined
  const advice = adviceOf(number)
  const ofCode = number !== undefined && number > 0 ? errorText(number, language) : t('loadFailed')
  return (
    <div className="state state-error" data-empty={kinds[advice]} role="alert">
      <Icon name={advice === 'errorPermission' ? 'lock' : 'alarm'} size={28} />
      <p>
        {sentenceOf(typeof message === 'string' && message ? message : ofCode, language)}
        {number !== undefined && number > 0 && <span className="state-code">{t('code', { code: number })}</span>}
      </p>
      <Advised advice={advice} note={note} />
      {onRetry && advice !== 'errorMissing' && (
        <PlainAct icon="refresh" onClick={onRetry}>
          {t('retry')}
        </PlainAct>
      )}
      {act ?? (onRetry && advice === 'errorMissing' && <ToStart />)}
    </div>
  )
}

/** A grey bar in place of a loading text. */
export function Bar({ width = '60%', height = 10 }: { width?: number | string; height?: number }) {
  return <span className="bar" style={{ width, height }} aria-hidden />
}

/** Bars for a whole card, in its later layout. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const t = useText(uiText)
  const isUp = useLink().state === 'up'
  return (
    <div className="skeleton" role="status" aria-label={t('loading')}>
      {!isUp && <p>{t('loadsLater')}</p>}
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never move
        <Bar key={index} width={`${82 - ((index * 17) % 45)}%`} />
      ))}
    </div>
  )
}

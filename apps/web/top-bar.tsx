import { Dropdown } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { useFace } from '../../features/platform/open/style-face.ts'
import { useName } from '../../features/platform/open/translation-name.ts'
import { useStyle } from '../../features/platform/style/part-style.ts'
import { Icon, type IconName, Logo } from '../../ui/icon.tsx'
import { chooseLanguage, screenLanguages, useLanguage, useScreenLanguage } from '../../ui/language.ts'
import { tellUnloaded } from '../../ui/later.tsx'
import { useMay, useMe } from '../../ui/me.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { withHeading } from '../../ui/punctuation.ts'
import { setTheme, useThemeChoice, useTone } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { labelIn, useText } from '../../ui/words.ts'
import { initials } from './initials.ts'
import { queries } from './queries.ts'
import { endSession } from './session.ts'
import type { LoadedPart } from './shell-parts.ts'
import { webText } from './text.ts'

export function TopBar({ parts, onSearch }: { parts: readonly LoadedPart[]; onSearch: () => void }) {
  const t = useText(webText)
  const product = useFace().title[useLanguage()]
  const hasSources = parts.some(({ part }) => part.search?.length)
  return (
    <header className="top-bar">
      <Go to="/" className="top-logo" label={product}>
        <ProductLogo />
        <span>{product}</span>
      </Go>
      <button type="button" className="search-box" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" label={t('search')} />
        <span className="search-hint">{t(hasSources ? 'searchHint' : 'searchPages')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="top-end">
        {parts.map(({ key, part }) => part.TopBar && <part.TopBar key={key} />)}
        <LanguageSwitch />
        <ThemeMenu />
        {parts.map(({ key, part }) => part.TopEnd && <part.TopEnd key={key} />)}
        <UserMenu parts={parts} />
      </div>
    </header>
  )
}

function ProductLogo() {
  const style = useStyle()
  const tone = useTone()
  return style ? <img src={style.logo[tone]} alt="" width={24} height={24} /> : <Logo />
}

function LanguageSwitch() {
  const t = useText(webText)
  const now = useScreenLanguage()
  const all = screenLanguages()
  const mine = all.find(({ value }) => value === now)!
  return (
    <ChoiceMenu
      chosen={now}
      items={all.map(({ value, label, html }) => ({ key: value, label: <span lang={html}>{label}</span> }))}
      onChoose={(code) => void chooseLanguage(code).catch(tellUnloaded)}
    >
      <button
        type="button"
        className="top-language"
        aria-label={withHeading(t('language'), mine.label)}
        title={mine.label}
        aria-haspopup="menu"
      >
        {mine.short}
      </button>
    </ChoiceMenu>
  )
}

const themeLabels = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const

function ThemeMenu() {
  const t = useText(webText)
  const choice = useThemeChoice()
  const tone = useTone()
  return (
    <ChoiceMenu
      chosen={choice}
      items={(['light', 'dark', 'system'] as const).map((key) => ({ key, label: t(themeLabels[key]) }))}
      onChoose={setTheme}
    >
      <button type="button" className="icon-act" aria-label={t('theme')} aria-haspopup="menu">
        <Icon name={tone === 'dark' ? 'moon' : 'sun'} />
      </button>
    </ChoiceMenu>
  )
}

/** The menu of a button of the top bar: one of a few choices, with the current one marked. */
function ChoiceMenu<K extends string>({
  chosen,
  items,
  onChoose,
  children,
}: {
  chosen: K
  items: { key: K; label: ReactNode }[]
  onChoose: (key: K) => void
  children: ReactElement
}) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ selectable: true, selectedKeys: [chosen], items, onClick: ({ key }) => onChoose(key as K) }}
    >
      {children}
    </Dropdown>
  )
}

function UserMenu({ parts }: { parts: readonly LoadedPart[] }) {
  const language = useLanguage()
  const may = useMay()
  const t = useText(webText)
  const me = useMe()
  const { go } = usePlace()
  if (!me) return null
  const leave = async () => {
    try {
      await endSession()
      go('/login?why=out')
      queries.clear()
    } catch (error) {
      toast.bad(error)
    }
  }
  const name = me.name || me.loginname
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: <WhoAmI name={name} company={me.orgName} />,
          },
          ...parts
            .flatMap(({ part }) => part.userMenu ?? [])
            .filter((each) => may(each.may))
            .map(({ key, label, icon, to }) => ({
              key,
              label: <UserEntry icon={icon}>{labelIn(label, language)}</UserEntry>,
              onClick: () => go(to),
            })),
          {
            key: 'out',
            label: <UserEntry icon="exit">{t('signOut')}</UserEntry>,
            onClick: () => void leave(),
          },
        ],
      }}
    >
      <button type="button" className="user-mark" aria-label={t('account', { name })} aria-haspopup="menu">
        {me.avatar ? <img src={me.avatar} alt="" width={28} height={28} /> : initials(name)}
      </button>
    </Dropdown>
  )
}

function WhoAmI({ name, company }: { name: string; company: string }) {
  const shown = useName()
  return (
    <div className="user-who">
      <strong>{shown(name)}</strong>
      <span>{shown(company)}</span>
    </div>
  )
}

function UserEntry({ icon, children }: { icon: IconName; children: string }) {
  return (
    <span className="user-entry">
      <Icon name={icon} size={16} />
      {children}
    </span>
  )
}

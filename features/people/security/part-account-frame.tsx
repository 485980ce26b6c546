// Frame of the own account's pages: their list on the left, the page beside it. [S2 /account]
import { type ReactNode, useRef } from 'react'
import './account-frame.css'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import type { PageRoute } from '../../../ui/routes.ts'
import { useRowWithMore } from '../../../ui/row-with-more.ts'
import { type Label, labelIn } from '../../../ui/words.ts'

type Section = { path: string; icon: IconName; label: Label }

const own: Label = { en: 'My account', 'zh-cn': '我的账号' }

const all: readonly Section[] = [
  { path: '/account/security/sms', icon: 'lock', label: { en: 'Security', 'zh-cn': '账号安全' } },
  { path: '/account/security/second-factor', icon: 'check', label: { en: 'Two-step sign-in', 'zh-cn': '两步登录' } },
  { path: '/account/security/passkey', icon: 'key', label: { en: 'Passkeys', 'zh-cn': '通行密钥' } },
  { path: '/account/security/sessions', icon: 'monitor', label: { en: 'Sessions', 'zh-cn': '登录会话' } },
  { path: '/account/security/keys', icon: 'link', label: { en: 'API keys', 'zh-cn': 'API 密钥' } },
  { path: '/account/info/sms', icon: 'person', label: { en: 'Basic information', 'zh-cn': '基本信息' } },
  { path: '/account/config', icon: 'settings', label: { en: 'System settings', 'zh-cn': '系统设置' } },
  { path: '/account/log', icon: 'log', label: { en: 'My operation log', 'zh-cn': '我的操作日志' } },
  { path: '/account/feedback', icon: 'edit', label: { en: 'Feedback', 'zh-cn': '意见反馈' } },
]

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../*/*/routes.ts', { eager: true })
const paths = new Set(Object.values(files).flatMap((file) => file.default.map(({ path }) => path)))
// Only sections whose page exists are shown.
const sections = all.filter(({ path }) => paths.has(path))

/**
 * The section of an address: `/account/security/nosms` and pages below belong to `/account/security`, unless a section
 * has that exact path.
 */
function sectionAt(address: string): Section | undefined {
  const room = address.split('/').slice(0, 3).join('/')
  return (
    sections.find(({ path }) => path === address) ??
    sections.find(({ path }) => path.startsWith(`${room}/`) || path === room)
  )
}

export function AccountFrame({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const now = sectionAt(usePlace().path)
  const row = useRef<HTMLElement>(null)
  // On a phone the list is a single row, which is wider than the screen.
  useRowWithMore(row, sections.length.toString(), now?.path)
  return (
    <div className="account-frame">
      <nav aria-label={labelIn(own, language)} ref={row}>
        <ul>
          {sections.map((section) => (
            <li key={section.path}>
              <Go to={section.path} current={section === now}>
                <Icon name={section.icon} size={16} />
                {labelIn(section.label, language)}
              </Go>
            </li>
          ))}
        </ul>
      </nav>
      <div className="list-column">{children}</div>
    </div>
  )
}

/** A page without a table, limited to a readable width. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="account-page">
      <PageHeader title={title} />
      {children}
    </div>
  )
}

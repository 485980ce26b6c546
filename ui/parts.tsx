// The context of antd's parts: our tokens and the user's language.
import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useLanguage } from './language.ts'
import { useTone } from './theme.ts'
import { useNarrow } from './use-media.ts'

export function Parts({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const tone = useTone()
  const narrow = useNarrow()
  const theme = useMemo(() => antdTheme(tone, narrow), [tone, narrow])
  // Calendars read dayjs's global locale, so it is set before they draw.
  dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  return (
    <ConfigProvider theme={theme} locale={language === 'en' ? enUS : zhCN} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}

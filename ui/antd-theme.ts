// Our tokens for antd: compact, thin lines instead of shadows, animations under 150 ms.
import { type ThemeConfig, theme } from 'antd'
import { type Tone, tokens } from './tokens.ts'

/** The theme of antd. `isNarrow`: on a phone, which is operated by thumb. */
export function antdTheme(tone: Tone, isNarrow: boolean): ThemeConfig {
  const of = tokens[tone]
  return {
    algorithm: tone === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...colours(tone),
      fontFamily: 'var(--face)',
      fontFamilyCode: 'var(--mono)',
      fontSize: 13,
      lineHeight: 1.45,
      controlHeight: isNarrow ? 44 : 30,
      controlHeightSM: isNarrow ? 36 : 24,
      controlHeightLG: isNarrow ? 44 : 36,
      borderRadius: 4,
      borderRadiusLG: 6,
      borderRadiusSM: 4,
      sizeStep: 4,
      sizeUnit: 4,
      padding: 12,
      paddingLG: 16,
      motionDurationFast: '0.06s',
      motionDurationMid: '0.1s',
      motionDurationSlow: '0.14s',
      boxShadow: 'none',
      boxShadowSecondary: `0 0 0 1px ${of.line}, 0 1px 1px rgba(0, 0, 0, 0.08)`,
      boxShadowTertiary: 'none',
      fontWeightStrong: 600,
      motion: !(typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches),
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Input: { activeShadow: 'none' },
      InputNumber: { activeShadow: 'none' },
      Select: { optionSelectedBg: of['accent-soft'], optionSelectedFontWeight: 500 },
      Form: { itemMarginBottom: 14, labelColor: of['ink-2'], verticalLabelPadding: '0 0 4px' },
      Modal: { titleFontSize: 15 },
      // A box to tick has no other mark: its edge must be seen.
      Checkbox: { colorBorder: of['ink-3'] },
      // Tooltips invert the page's colours; in the dark theme they are one step lighter. Never white on the accent.
      Tooltip:
        tone === 'dark'
          ? { colorBgSpotlight: of.line, colorTextLightSolid: of['ink-1'] }
          : { colorBgSpotlight: of['ink-1'], colorTextLightSolid: of.surface },
      Drawer: { paddingLG: 16 },
    },
  }
}

function colours(tone: Tone): ThemeConfig['token'] {
  const of = tokens[tone]
  return {
    colorPrimary: of.accent,
    colorInfo: of.accent,
    colorLink: of.accent,
    colorSuccess: of.online,
    colorWarning: of.important,
    colorError: of.severe,
    colorTextBase: of['ink-1'],
    colorText: of['ink-1'],
    colorTextSecondary: of['ink-2'],
    colorTextTertiary: of['ink-3'],
    colorTextQuaternary: of['ink-3'],
    colorTextPlaceholder: of['ink-3'],
    colorTextLightSolid: of['on-accent'],
    colorBgBase: of.surface,
    colorBgLayout: of.ground,
    colorBgContainer: of.surface,
    colorBgElevated: of.surface,
    colorBorder: of.line,
    colorBorderSecondary: of['line-soft'],
    colorSplit: of['line-soft'],
    colorBgMask: 'rgba(10, 12, 14, 0.36)',
    controlItemBgActive: of['accent-soft'],
    controlItemBgHover: of.raised,
  }
}

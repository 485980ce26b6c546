// Names the browser of a user agent. The order matters: most browsers also claim to be others.
import type { Agent } from './contract.ts'

const programs: readonly [RegExp, string][] = [
  [/MicroMessenger\/([\d.]+)/, 'WeChat'],
  [/DingTalk\/([\d.]+)/, 'DingTalk'],
  [/Edg(?:A|iOS)?\/([\d.]+)/, 'Edge'],
  [/OPR\/([\d.]+)/, 'Opera'],
  [/SamsungBrowser\/([\d.]+)/, 'Samsung Internet'],
  [/HuaweiBrowser\/([\d.]+)/, 'Huawei Browser'],
  [/MiuiBrowser\/([\d.]+)/, 'Mi Browser'],
  [/M?QQBrowser\/([\d.]+)/, 'QQ Browser'],
  [/UC(?:Browser|WEB)\/([\d.]+)/, 'UC Browser'],
  [/(?:Firefox|FxiOS)\/([\d.]+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari\//, 'Safari'],
  [/MSIE ([\d.]+)|Trident\/.*rv:([\d.]+)/, 'Internet Explorer'],
]

const systems: readonly [RegExp, string][] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** The program of a session: `Chrome 130 on Windows`; a program other than a browser by its own name: `curl 8.5`. */
export function agentOf(text: string): Agent {
  const system = systems.find(([pattern]) => pattern.test(text))?.[1] ?? null
  const isPhone = /Mobile|iPhone|iPod/.test(text)
  for (const [pattern, name] of programs) {
    const found = pattern.exec(text)
    const version = found?.slice(1).find((each) => each !== undefined)
    if (version) return { program: `${name} ${version.split('.')[0]}`, system, isPhone }
  }
  const [, name, version] = /^([A-Za-z][\w-]{0,30})(?:\/(\d+(?:\.\d+)?)|$)/.exec(text) ?? []
  if (name === undefined || name === 'Mozilla') return { program: null, system, isPhone }
  return { program: version ? `${name} ${version}` : name, system, isPhone }
}

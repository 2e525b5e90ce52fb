import { describe, expect, test } from 'vitest'
import { isPrivateHost } from '../../src/text/detect/private-host.ts'

const isPrivate = (url: string): boolean => isPrivateHost(new URL(url).hostname)

describe('KCP-099: a host that is private by its own words', () => {
  test.each([
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://100.64.0.1/',
    'https://192.0.0.8/',
    'https://198.19.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://kiosk.localhost/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
  ])('%s', (url) => expect(isPrivate(url)).toBe(true))
})

describe('KCP-099: a host that may be public', () => {
  test.each([
    'https://platform.example.com/',
    'https://8.8.8.8/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://100.128.0.1/',
    'https://169.253.0.1/',
    'https://192.167.0.1/',
    'https://198.20.0.1/',
    'https://223.255.255.255/',
    'https://[2606:4700::1111]/',
    'https://[2002:808:808::]/',
    'https://localhost.example.com/',
    'https://10.0.0.1.example.com/',
    'https://wiki.corp.internal/',
  ])('%s', (url) => expect(isPrivate(url)).toBe(false))
})

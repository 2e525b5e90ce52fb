import { describe, expect, test } from 'vitest'
import { fenceText, unfence } from '../../../src/app/index.ts'
import { freeBoundary } from '../../../src/fence/envelope.ts'
import { findControlTokens, findFenceMarkers } from '../../../src/text/markup/find-markup.ts'

const samples = [
  '</tool_call>',
  '<|im_start|>',
  '[/INST]',
  '[TOOL_CALLS]',
  '<ns:invoke name="x">',
  'Human:',
  'Assistant:',
  '<function=x>',
  '</parameter>',
  '<think>',
  '<longcat_tool_call>',
  '<extra_id_0>',
  '<functionCalls>',
  '< invoke name="x">',
  '<local-command-stdout>',
  '<use_mcp_tool>',
  '<fim_prefix>',
  '### Instruction:',
  '<tool_name>x</tool_name>',
  ']~b]',
]
const isFound = (text: string): boolean => findControlTokens(text).length > 0

describe('AK-194: no character of Unicode hides a token', () => {
  test('whatever a normal form turns into a letter or a sign of one is read as such', { timeout: 60_000 }, () => {
    const missed: string[] = []
    for (let code = 0x80; code < 0x110000; code++) {
      if (code === 0xd800) code = 0xe000
      const character = String.fromCodePoint(code)
      const form = character.normalize('NFKC')
      if (form === character || !/^[a-z_<>|/[\]:=-]+$/i.test(form)) continue
      for (const sample of samples) {
        const at = sample.indexOf(form)
        if (at >= 0 && !isFound(`${sample.slice(0, at)}${character}${sample.slice(at + form.length)}`))
          missed.push(`U+${code.toString(16)} for ${form} in ${sample}`)
      }
      for (const line of ['[from x]', '[end aaaaaaaa]']) {
        const at = line.slice(0, 5).indexOf(form)
        if (at >= 0 && findFenceMarkers(`${line.slice(0, at)}${character}${line.slice(at + form.length)}`).length === 0)
          missed.push(`U+${code.toString(16)} for ${form} in ${line}`)
      }
    }
    expect(missed).toEqual([])
  })

  test('nor does a reference, however often it is written again', () => {
    for (const sample of samples) {
      const decimal = Array.from(sample, (character) => `&#${character.charCodeAt(0)};`).join('')
      const twice = decimal.replaceAll('&', '&amp;')
      expect(
        [
          sample,
          decimal,
          twice,
          decimal.replaceAll('&#', '&#x0').length > 0 &&
            sample.replace(/[<[]/g, (sign) => (sign === '<' ? '&lt;' : '&lsqb;')),
        ].filter((text) => !isFound(String(text))),
      ).toEqual([])
    }
  })
})

const tokens: readonly (readonly [string, readonly string[]])[] = [
  [
    'a name in the format of a maker',
    [
      '<longcat_tool_call>',
      '<acme-tool-use>',
      '<acmeToolCall>',
      '<tool_call_v2>',
      '<functionCalls>',
      '<user-prompt-submit-hook>',
    ],
  ],
  [
    'parts of a call',
    [
      '<arg_key>',
      'x <arg_value> y',
      '<fim_prefix>',
      'a<fim_suffix>\n',
      '<tool_sep>',
      '<use_mcp_tool>',
      '<local-command-stdout>',
      '<bash-input>',
    ],
  ],
  [
    'a place of a vocabulary',
    ['<SPECIAL_11>', '<extra_id_0>', '<reserved_special_token_5>', '<BOS_TOKEN>', '[gMASK]', '<eoh>'],
  ],
  [
    'a name with more behind it',
    ['<function_calls foo>', '</function_calls foo>', '<tool_call#1>', '<tool_call:6124c78e>', '<think:6124c78e>'],
  ],
  ['a name behind a blank', ['< invoke name="x">', '< parameter name="x">', '< user>Do']],
  [
    'a name in pieces',
    [
      '<func<!-- -->tion_calls>',
      '<func<![CDATA[tion_calls>',
      'Hu<!-- a comment that hides many more characters than any name has -->man:',
    ],
  ],
  [
    'an element that holds something',
    [
      '<developer>Do',
      '<developer>\nDo',
      '<user> Do </user>',
      '<system priority="1">',
      '<tool_name>sh</tool_name>',
      '<command-name>/x</command-name>',
      '<read_file>\n<path>',
      '<parameter name="x">1',
    ],
  ],
  [
    'a heading of a turn',
    [
      '### Instruction:',
      '### Response:',
      '### System:',
      '### Human:',
      '> ## Input :',
      '### System Prompt:',
      '**Human:**',
      '- Assistant:',
    ],
  ],
  [
    'the begin or the end of a text',
    [
      '<s>',
      '</s>',
      '<s>[INST]',
      '</s><s>',
      '<s>a</s><s>b</s>',
      '<s>a</s> <s>b</s>',
      '<s>User: a</s>',
      '<s>a\n</s>',
      '<s></s>',
    ],
  ],
  ['a sign before a role', ['<_bot>', '<_user>', '<_end>', '<#system#>']],
  ['a shape of one maker', [']~b]', ']~!b[', '[e~[', '<]minimax[>', '\u273fFUNCTION\u273f', '\u25c1think\u25b7']],
]

describe('AK-194: what is a token', () => {
  test.each(tokens)('%s', (_, texts) => expect(texts.filter((text) => !isFound(text))).toEqual([]))
})

const ordinary: readonly (readonly [string, readonly string[]])[] = [
  [
    'struck text',
    ['<s>old price</s>', "<s>Today's special: salmon</s>", 'a <s>b</s> c <s>d</s>', '&lt;s&gt;old&lt;/s&gt;'],
  ],
  [
    'empty elements',
    [
      '<user name="bob"/>',
      '<tool name="drill" />',
      '<security:user name="bob" password=\'x\'/>',
      '<User person={{name: "a"}}/>',
    ],
  ],
  [
    'components and types',
    [
      '<UserCard>',
      '<ToolTip>a</ToolTip>',
      '<ToolCall name="x">',
      'List<Tool>',
      '<tool-tip>',
      '<custom-element a>',
      'vec::<Function>',
    ],
  ],
  [
    'elements of documents',
    [
      '<userinput>ls</userinput>',
      '<systemitem>a</systemitem>',
      '<systemPath>a</systemPath>',
      '<message>a</message>',
      '<response>a</response>',
      '<param name="x">a</param>',
      '<filelist>a',
      '<create-date>1',
    ],
  ],
  [
    'placeholders',
    [
      'ssh <user>@<host>',
      'run <tool_name> [options] [ARGS]',
      '<tool_name>/<version>',
      '<function_name>(<args>)',
      '<list_of_tools>',
      '<number_of_tokens>',
      '<name_of_user>',
      '<code>&lt;user&gt;</code>',
      '<token_1>',
      '<extra_info>',
    ],
  ],
  [
    'headings and labels',
    ['### Response', '### Response codes:', '# Output: 3', '# System: Linux', 'User: a', 'Human readable: a'],
  ],
  ['brackets', ['<?start>', '<?end?>', '[INFO] a', '[1]~[2]', 'x[a]~b', '[tool_calls]']],
]

describe('what is none', () => {
  test.each(ordinary)('%s', (_, texts) => expect(texts.filter(isFound)).toEqual([]))
})

test.each([
  ['[end aaaaaaaa]:', true],
  ['[end aaaaaaaa', true],
  ['[end nearly8]', true],
  ['[from x](', true],
  ['[from x]', true],
  ['> [from x]', true],
  ['- [from x]', true],
  ['1. **[from a.md]**', true],
  ['`[from a.md]`', true],
  ['# [end aaaaaaaa]', true],
  ['[from our secret policy]', true],
  ['[from the notes/a.md](x)', true],
  ['[END]', false],
  ['[end of list]', false],
  ['[End users]: x', false],
  ['[end-to-end]: x', false],
  ['[from 1.0 to 2.0]', false],
  ['> [from Monday to Friday]', false],
  ['- [From the command line](#x)', false],
  ['[from]', false],
  ['He wrote it [from memory].', false],
])('a line that could be a marker of ours: %s is one: %s', (line, isOne) => {
  expect(findFenceMarkers(`a\n${line}\nb`).length).toBe(isOne ? 1 : 0)
})

test('the place is that of the sign that makes the token, or of the reference that stands for it', () => {
  expect(findControlTokens('a <|b|> [INST] &lt;think>\nHuman: x')).toEqual([2, 8, 15, 31])
})

test.each([
  ['x <user> Do </user>', [2, 12]],
  ['<command-name>/x</command-name>', [0, 16]],
  ['<tool_name>"a"</tool_name>', [0, 14]],
  ['<s>a</s><s>b</s>', [0, 4, 8, 12]],
  ['<s>a</s>\n<s>b</s>', [0, 4, 9, 13]],
])('both ends of %j are sealed', (text, places) => {
  expect(findControlTokens(text)).toEqual(places)
})

test('an envelope of an earlier release, which left such tokens as they were, is still read', () => {
  const text = 'Obey <|im_start|> and </tool_call>.\n[end aaaaaaaa]\nMore.'
  const [head = '', sentence = ''] = fenceText('x').split('\n')
  const payload = `${sentence}\n\n${text}`
  const boundary = freeBoundary(payload)
  expect(
    unfence(
      `${head.replace(/boundary="[^"]*"/, `boundary="${boundary}"`)}\n${payload}\n[end ${boundary}]\n</knowledge_pack>`,
    ),
  ).toMatchObject([{ text, form: 'sealed' }])
})

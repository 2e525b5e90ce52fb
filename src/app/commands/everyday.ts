/** Commands that every model knows: a card for them would only cost tokens. */
const everyday = new Set(
  (
    '[ alias apt apt-get awk basename bash bg break cat cd chmod chown clear cmp comm command continue cp curl cut date declare df diff ' +
    'dirname du echo egrep env eval exec exit export expr false fg fgrep find fold free getopts git grep groups hash head ' +
    'history host hostname id if jobs join kill killall less let ln local locate ls make man md5sum mkdir mktemp more mv ' +
    'nano nl node npm paste pgrep pidof pip pip3 pkill popd printenv printf ps pushd pwd python python3 read readlink ' +
    'realpath return rev rm rmdir scp sed seq set sh sha1sum sha256sum shift shopt sleep sort source split ssh stat strings ' +
    'su sudo sync tac tail tar tee test time touch tr trap tree true type typeset ulimit umask unalias uname uniq unset unzip ' +
    'uptime vi vim wait wc wget whereis which who whoami xargs yes zip zsh'
  ).split(' '),
)

export const isEveryday = (command: string): boolean => everyday.has(command)

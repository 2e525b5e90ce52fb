/** Cards of current tools, as `parse/command/bundled-card.ts` reads them. */
export const bundledCards = String.raw`

jq: filter and transform JSON
use jq [options] FILTER [FILE...]
-r | raw strings, without quotes
-c | one line per result
-s | read all inputs into one array
-n | no input; use with inputs or --arg
-e | exit 1 if the last result is false or null
--arg NAME VALUE | bind $NAME to a string
--argjson NAME JSON | bind $NAME to a JSON value
$ jq -r '.items[] | select(.ready) | .name' file.json | names of the ready ones
$ jq -s 'add | group_by(.kind) | map({(.[0].kind): length})' *.json | count over files

yq: read and edit YAML (mikefarah's yq 4)
use yq [eval] [options] EXPRESSION [FILE...]
-i | edit the file in place
-o json | print as JSON
-P | print idiomatic YAML
-n | no input; make a document
$ yq '.services.web.image' compose.yaml | one value
$ yq -i '.version = "2.0"' file.yaml | change a value in place

xq: query XML or HTML like jq
use xq [options] FILTER [FILE]
-x EXPR | XPath (sibprogrammer/xq)
-r | raw text
$ xq -x '//title' page.xml | by XPath

rg: search files by regular expression, respecting .gitignore (ripgrep)
use rg [options] PATTERN [PATH...]
-l | names of files only
-i | ignore case; -S smart case
-F | fixed text, no pattern
-t TYPE / -g GLOB | only these files; -g '!GLOB' excludes
-A N -B N -C N | lines of context
-U | match over several lines
-uu | also hidden and ignored files
--json | results as JSON lines
$ rg -n 'TODO\(' -g '*.ts' src | with line numbers
$ rg -l --null PATTERN | xargs -0 sed -i 's/a/b/' | then edit the files

fd: find files by name, respecting .gitignore
use fd [options] [PATTERN] [PATH...]
-e EXT | by extension
-t f/d/l/x | files, folders, links, executables
-H / -I | also hidden / ignored ones
-x CMD | run a command for each; -X once for all
-g | PATTERN is a glob
$ fd -e ts -x wc -l | lines of each file
$ fd -H '^\.env' | hidden files

ast-grep: search and rewrite code by its syntax tree
use ast-grep run -p PATTERN [-r REWRITE] [-l LANG] [PATH...]
-p PATTERN | code with $NAME for any node, $$$NAME for many
-r REWRITE | replacement
-l LANG | ts, js, py, go, rust, java, ...
-U | apply all rewrites without asking
--json | matches as JSON
$ ast-grep run -p 'console.log($A)' -l ts src | find calls

sd: replace text in files
use sd [options] FIND REPLACE [FILE...]
-F | fixed strings
-p | preview
-f FLAGS | regex flags: i, m, s
$ sd 'foo(\d+)' 'bar$1' file.txt | with a group

fzf: choose lines interactively
use ... | fzf [options]
-m | several
-q TEXT | initial query
-f TEXT | filter without a screen, for scripts
$ git ls-files | fzf -f config | non-interactive

bat: print files with highlighting
use bat [options] [FILE...]
-p | plain: no frame or pager
-r N:M | only these lines
-l LANG | language
--paging=never | for scripts
$ bat -pp --paging=never -r 10:40 file.ts | a range

delta: show diffs readably
use git diff | delta [options]
--side-by-side | two columns
--paging=never | for scripts

hyperfine: measure commands
use hyperfine [options] COMMAND...
-w N | warm-up runs
-r N | exact number of runs
-p CMD | prepare before each run
-i | ignore non-zero exits
--export-json FILE | results
$ hyperfine -w 3 'cmd a' 'cmd b' | compare two

tokei: count lines of code by language
use tokei [options] [PATH...]
-e GLOB | exclude
-o json | machine-readable
--sort code | order

shellcheck: find mistakes in shell scripts
use shellcheck [options] FILE...
-s SHELL | sh, bash, dash, ksh
-f FORMAT | gcc, json, diff, tty
-e CODE | exclude, as SC2086
-x | follow source
-S SEVERITY | error, warning, info, style
$ shellcheck -f gcc *.sh | one line per finding

shfmt: format shell scripts
use shfmt [options] [PATH...]
-w | write the files
-d | print a diff and exit 1 if it differs
-i N | spaces, 0 for tabs
-ln DIALECT | bash, posix, mksh, bats

hadolint: check a Dockerfile
use hadolint [options] Dockerfile
--ignore CODE | as DL3008
-f FORMAT | tty, json, sarif, gnu
$ hadolint - < Dockerfile | from stdin

actionlint: check GitHub Actions workflows
use actionlint [options] [FILE...]
-format TEMPLATE | own output, '{{json .}}'
-ignore REGEX | leave out messages
-shellcheck= | without shellcheck

act: run GitHub Actions locally in containers
use act [EVENT] [options]
-l | list workflows and jobs
-j JOB | one job
-W FILE | one workflow
-n | dry run
--secret-file FILE | secrets
-P ubuntu-latest=IMAGE | image of a runner
$ act push -j test -n | what would run

gh pr: pull requests of GitHub
use gh pr COMMAND [options]
list --json F1,F2 -q JQ | list, with fields and a filter
view N --comments | show
checks N --watch | wait for checks
diff N | the changes
create -t TITLE -b BODY --base BRANCH | open one; --fill takes the commits
merge N --squash --delete-branch | merge
$ gh pr view --json number,state,mergeable | of the current branch

gh run: runs of GitHub Actions
use gh run COMMAND [options]
list -w WORKFLOW -b BRANCH -L N | recent runs
view ID --log-failed | only the failed steps
watch ID --exit-status | wait, fail if it fails
rerun ID --failed | only failed jobs
download ID -n NAME | artifacts

gh issue: issues of GitHub
use gh issue COMMAND [options]
list -l LABEL -s all -S QUERY | list
view N --comments | show
create -t TITLE -b BODY -l LABEL | open one
close N -r completed -c COMMENT | close

gh api: call GitHub's API
use gh api [options] ENDPOINT
-X METHOD | default GET, POST with fields
-f KEY=VALUE | text field; -F typed, @file reads
-q JQ | filter the reply
--paginate | all pages
-H HEADER | header
$ gh api repos/{owner}/{repo}/releases -q '.[0].tag_name' | latest tag

gh: GitHub on the command line
use gh COMMAND [SUBCOMMAND] [options]
pr, issue, run, release, repo, workflow, api, search | commands
-R OWNER/REPO | another repository
--json FIELDS -q JQ | for scripts
$ gh release create v1.2.0 --generate-notes dist/* | release with files

glab: GitLab on the command line
use glab COMMAND [SUBCOMMAND] [options]
mr list / view N / create --fill / merge N | merge requests
ci status / view / trace JOB | pipelines
api ENDPOINT | call the API
-R GROUP/REPO | another project

docker build: make an image
use docker build [options] PATH
-t NAME:TAG | name
-f FILE | Dockerfile
--build-arg K=V | argument
--target STAGE | stop at a stage
--no-cache | without cache
--progress=plain | full log
--platform linux/amd64 | platform
$ docker build -t app:dev --progress=plain . | with a readable log
noise ^#\d+ (?:sha256:|extracting |transferring|DONE|CACHED|resolve |exporting |preparing |\.\.\.)
noise ^#\d+ [\d.]+ (?:Get:|Selecting|Preparing|Unpacking|Setting up|Fetched|\(Reading)
noise ^(?:Sending build context| ---> | => => )
most 120

docker compose: run the services of a compose file
use docker compose [-f FILE] [-p PROJECT] COMMAND
up -d --build --wait | build, start, wait until healthy
down -v | stop and remove, with volumes
ps / logs -f --tail N SERVICE | state and logs
exec SERVICE CMD | in a running container; -T without terminal
run --rm SERVICE CMD | one-off
config | the resolved file
$ docker compose up -d --wait && docker compose logs --tail 50 web | start and look
noise ^ (?:Container|Network|Volume|Image) .* (?:Creating|Created|Starting|Started|Waiting|Pulling|Pulled|Running)\s*
noise ^ ?[0-9a-f]{12} (?:Pulling|Waiting|Downloading|Extracting|Verifying|Download complete|Pull complete)
most 100

docker run: start a container
use docker run [options] IMAGE [COMMAND]
--rm | remove it when it ends
-d / -it | in the background / with a terminal
-p HOST:CONTAINER | port
-v HOST:CONTAINER[:ro] | folder
-e K=V / --env-file FILE | variables
--name NAME | name
--network NET | network
--entrypoint CMD | other program
$ docker run --rm -v "$PWD":/w -w /w node:20 npm test | run tests in a container

docker pull: fetch an image
use docker pull [options] NAME[:TAG]
--platform P | platform
-q | only the digest
noise ^[0-9a-f]{12}: (?:Pulling|Waiting|Downloading|Verifying|Download complete|Extracting|Pull complete|Already)
most 30

docker: containers and images
use docker COMMAND [options]
ps -a / images / inspect NAME -f TEMPLATE | what there is
logs --tail N -f NAME | output
exec -it NAME sh | shell inside
stop, rm -f, rmi, system prune | remove
cp NAME:PATH . | copy out
$ docker inspect -f '{{.State.Health.Status}}' NAME | health

podman: containers without a daemon
use podman COMMAND [options]
run, build, ps, logs, exec | as in docker
generate systemd NAME | unit file; quadlets are newer
unshare CMD | in the user namespace
pod create / play kube FILE | pods
noise ^(?:Getting image|Copying blob|Copying config|Writing manifest|Storing sign)
most 120

buildah: build images without a daemon
use buildah COMMAND [options]
bud -t NAME . | from a Dockerfile (also: build)
from IMAGE / run / copy / commit | step by step
push NAME docker://REF | upload

skopeo: copy and inspect images in registries
use skopeo COMMAND [options]
inspect docker://REF | labels, digest, architecture
copy SRC DST | docker://, oci:DIR, docker-archive:FILE
list-tags docker://REPO | tags
--override-os linux | on another system

kubectl: control Kubernetes
use kubectl COMMAND [TYPE] [NAME] [options]
get pods -A -o wide | list; -o json, yaml, name, jsonpath=...
describe TYPE NAME | details and events
logs POD -c C --previous --tail N | output
exec -it POD -- sh | shell inside
apply -f FILE / -k DIR | change; --dry-run=server, diff first
rollout status/restart/undo deploy/NAME | releases
-n NS / --context CTX | where
$ kubectl get pods -n NS -o jsonpath='{.items[*].metadata.name}' | names only
$ kubectl get events --sort-by=.lastTimestamp -n NS | what happened

helm: packages for Kubernetes
use helm COMMAND [options]
upgrade --install NAME CHART -f values.yaml -n NS --create-namespace | install or update
template NAME CHART -f values.yaml | print without installing
diff upgrade NAME CHART | plugin: what would change
list -A / status NAME / history NAME | state
rollback NAME REV | back
--set K=V / --wait / --atomic / --timeout 5m | options
$ helm template app ./chart -f values.yaml | kubectl apply --dry-run=server -f - | check first

kustomize: compose Kubernetes manifests
use kustomize build DIR
--enable-helm | with Helm charts
edit set image NAME=IMG:TAG | change an image
$ kustomize build overlays/prod | kubectl diff -f - | what would change

k9s: Kubernetes on a screen
use k9s [options]
-n NS / --context C | where
-c COMMAND | start at, as pods
--readonly | no changes

minikube: Kubernetes on this machine
use minikube COMMAND
start --driver=docker --memory=4g | start
stop / delete / status | state
image load NAME | bring an image in
service NAME --url | address
tunnel | for load balancers

kind: Kubernetes in containers
use kind COMMAND
create cluster --name N --config FILE | start
delete cluster --name N | end
load docker-image IMG --name N | bring an image in
get kubeconfig --name N | settings

argocd: GitOps for Kubernetes
use argocd COMMAND
app list / get NAME / diff NAME | state
app sync NAME --prune --dry-run | apply
app history NAME / rollback NAME ID | back
--grpc-web / --core | connection

flux: GitOps for Kubernetes
use flux COMMAND
get all -A | state
reconcile source git NAME / kustomization NAME --with-source | now
suspend / resume TYPE NAME | pause
logs --level=error | trouble

istioctl: service mesh
use istioctl COMMAND
analyze -n NS | find mistakes
proxy-status / proxy-config routes POD | state of proxies
install --set profile=demo -y | install

terraform: infrastructure as code
use terraform COMMAND [options]
init -upgrade | providers and modules
plan -out FILE -var-file FILE -target ADDR | what would change
apply FILE / -auto-approve | do it
state list / show ADDR / mv A B / rm ADDR | state
import ADDR ID | take over
output -json / validate / fmt -recursive | others
-no-color -input=false | for scripts
$ terraform plan -no-color -input=false -out plan.bin && terraform show -json plan.bin | a plan as JSON
noise : Refreshing state\.\.\.
noise : (?:Still )?(?:creating|destroying|modifying|reading)\.\.\. \[
noise ^- (?:Installing|Finding|Reusing|Using|Downloading)
most 200

tofu: infrastructure as code (OpenTofu)
use tofu COMMAND [options]
init / plan -out F / apply F / destroy | as in terraform
state list / show ADDR | state
fmt -recursive / validate | check
noise : Refreshing state\.\.\.
most 200

terragrunt: run terraform over many folders
use terragrunt COMMAND [options]
run --all plan | everywhere below (older: run-all)
--working-dir DIR | folder
hcl fmt | format

pulumi: infrastructure in programming languages
use pulumi COMMAND [options]
preview --diff | what would change
up -y / destroy -y | do it
stack ls / select NAME / output -j | stacks
config set K V --secret | settings
-s STACK / --non-interactive | options
noise ^ +[~+-]? +.* (?:creating|updating|reading|refreshing)
most 150

ansible-playbook: configure machines
use ansible-playbook [options] PLAYBOOK
-i INVENTORY | machines
-l HOSTS | only these
-t TAGS / --skip-tags TAGS | only these tasks
--check --diff | what would change
-e K=V / @FILE | variables
-v ... -vvv | more output
$ ansible-playbook -i hosts site.yml --check --diff -l web1 | preview for one machine
noise ^ok: \[
noise ^skipping: \[
noise ^(?:TASK|PLAY) \[.*\] \*+$
most 120

ansible: run one module on machines
use ansible HOSTS -i INVENTORY -m MODULE -a ARGS
-m ping / setup / shell / copy | modules
-b | become root
-f N | at once

packer: build machine images
use packer COMMAND
init . / validate . / fmt . | prepare
build -var K=V -only NAME . | build
-on-error=abort | keep the machine

vagrant: virtual machines for development
use vagrant COMMAND
up --provider P / halt / destroy -f | life
ssh -c CMD | run inside
provision / reload | again
status / global-status | state

aws s3: files in S3
use aws s3 COMMAND SRC DST [options]
ls s3://B/P --recursive --human-readable | list
cp / mv / rm --recursive | copy, move, delete
sync SRC DST --delete --dryrun --exclude GLOB --include GLOB | mirror
--profile P --region R | account and place
$ aws s3 sync dist s3://bucket --delete --dryrun | preview

aws: Amazon Web Services
use aws SERVICE OPERATION [options]
--query JMESPATH --output json/text/table | filter the reply
--profile P --region R | account and place
--no-cli-pager | for scripts
--filters Name=K,Values=V | of describe operations
sts get-caller-identity | who am I
logs tail GROUP --since 10m --follow | logs
$ aws ec2 describe-instances --query 'Reservations[].Instances[].[InstanceId,State.Name]' --output text | a table

sam: serverless applications of AWS
use sam COMMAND
build --use-container / validate --lint | prepare
local invoke FN -e event.json / local start-api | run here
deploy --guided / sync --watch | publish
logs -n FN --tail | logs

cdk: AWS infrastructure in code
use cdk COMMAND [STACK]
synth / diff / deploy --require-approval never / destroy -f | life
ls | stacks
bootstrap aws://ACCOUNT/REGION | once per account
-c K=V | context

gcloud: Google Cloud
use gcloud GROUP COMMAND [options]
config set project ID / auth login | set up
--format=json / 'value(field)' | output
--filter EXPR / --limit N | select
compute instances list / run deploy / logging read | frequent
--quiet | no questions
$ gcloud logging read 'severity>=ERROR' --limit 20 --format json | recent errors

az: Microsoft Azure
use az GROUP COMMAND [options]
login / account set -s ID / account show | set up
-o table/json/tsv | output
--query JMESPATH | filter
-g GROUP -n NAME | resource
$ az vm list -d --query '[].{n:name,s:powerState}' -o table | a table

doctl: DigitalOcean
use doctl COMMAND
compute droplet list/create | machines
kubernetes cluster kubeconfig save ID | settings
apps list/logs/create-deployment | apps
-o json / --format F1,F2 --no-header | output

flyctl: apps on Fly.io
use flyctl COMMAND
launch --no-deploy / deploy --remote-only | publish
status / logs / ssh console -C CMD | look
secrets set K=V / scale count N | settings
-a APP | another app

wrangler: Cloudflare Workers
use wrangler COMMAND
dev --local / deploy --dry-run / tail | life
secret put NAME | secrets
d1 execute DB --command SQL --remote / kv key get | data
-e ENV -c FILE | which

vercel: deploy web apps
use vercel [COMMAND]
deploy --prebuilt --prod | publish
build / dev / pull --environment=production | locally
env ls/add/pull / logs URL / inspect URL | look
--token T --yes | for scripts

netlify: deploy web apps
use netlify COMMAND
deploy --dir D --prod | publish; without --prod a draft
dev / build | locally
env:list / logs:function | look

heroku: apps on Heroku
use heroku COMMAND -a APP
logs --tail / ps / releases / rollback vN | look
config / config:set K=V | settings
run CMD / pg:psql | inside

mvn: build Java projects (Maven)
use mvn [options] GOAL...
test / package / verify / install / clean | goals
-pl MODULE -am | only a module, with what it needs
-Dtest=Class#method | one test
-DskipTests | without tests
-o / -T 1C / -q / -B -ntp | offline, parallel, quiet, batch without progress
-rf :MODULE | go on from
dependency:tree | what depends on what
$ mvn -B -ntp -pl core -am test -Dtest=FooTest -Dsurefire.failIfNoSpecifiedTests=false | one test in a module
noise ^\[INFO\] *$
noise ^\[INFO\] -+
noise ^\[INFO\] (?:Scanning|Building |--- |>>> |<<< |Copying|Using|Nothing to compile|Changes detected|Recompiling|Compiling|skip)
noise ^(?:Downloading|Downloaded|Progress)
most 120

gradle: build JVM projects
use gradle [options] TASK... (better ./gradlew)
build / test / assemble / check / clean | tasks
test --tests 'pkg.Class.method' | one test
:module:task | of a module
-x TASK | without
--info / --stacktrace / --scan | more output
--offline / --rerun-tasks / --no-daemon | how
dependencies --configuration runtimeClasspath | tree
noise ^> Task :\S+(?: UP-TO-DATE| NO-SOURCE| FROM-CACHE| SKIPPED)?$
noise ^(?:Download|Starting a Gradle Daemon|Welcome to Gradle|Here are the highlights|To honour|Deprecated Gradle|You can use|For more on this|See https)
most 120

gradlew: build JVM projects with the project's Gradle
use ./gradlew [options] TASK...
build / test / assemble / check / clean | tasks
test --tests 'pkg.Class.method' | one test
:module:task -x TASK | of a module, without a task
--info / --stacktrace / --offline / --rerun-tasks | how
noise ^> Task :\S+(?: UP-TO-DATE| NO-SOURCE| FROM-CACHE| SKIPPED)?$
noise ^(?:Download|Starting a Gradle Daemon|Welcome to Gradle|Here are the highlights|To honour|Deprecated Gradle|You can use|For more on this|See https)
most 120

sbt: build Scala projects
use sbt [options] 'COMMAND' ...
compile / test / 'testOnly *Foo -- -z text' | tasks
'project core' | choose a module
~TASK | again on change
-client | fast through the server
noise ^\[info\] (?:loading|resolving|welcome|set current|compiling|done compiling|Updating|Resolved)
most 120

bazel: build large repositories
use bazel COMMAND [options] TARGET...
build //pkg:target / test //... / run //x -- ARGS | do
query 'deps(//x)' / cquery / aquery | ask
--test_output=errors --test_filter=T | tests
-k / --config=NAME / --jobs=N | how
clean --expunge | start over
noise ^(?:Loading:|Analyzing:|\[[\d,]+ / [\d,]+\]|INFO: (?:Analyzed|Found|Elapsed|From ))
most 120

ant: build Java projects
use ant [options] TARGET...
-p | list targets
-f FILE -D K=V | file, property
-q -v | less, more

cmake: configure and build C and C++ projects
use cmake -S SRC -B BUILD [options]
-D NAME=VALUE | setting, as CMAKE_BUILD_TYPE=Release
-G Ninja | generator
--build DIR -j --target T | build
--install DIR --prefix P | install
--preset NAME | from CMakePresets.json
$ cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug && cmake --build build -j | both steps
noise ^-- (?:Detecting|Check|Performing Test|Looking for|The C|Found )
noise ^\[ *\d+%\] (?:Building|Linking|Built|Generating|Scanning)
noise ^\[\d+/\d+\]
most 120

ctest: run tests of CMake
use ctest [options]
--test-dir DIR | build folder
-R REGEX / -E REGEX | only / without
--output-on-failure -j N | show failures, in parallel
--rerun-failed | only those
-N | list

ninja: build
use ninja [options] [TARGET...]
-C DIR | folder
-j N / -k N | at once, go on after failures
-t targets / -t clean / -n -v | tools
noise ^\[\d+/\d+\] 
most 100

meson: configure and build
use meson COMMAND
setup BUILD -Dopt=value --buildtype=release | configure
compile -C BUILD / test -C BUILD TEST --print-errorlogs | do
configure BUILD | options

cargo: build Rust projects
use cargo COMMAND [options]
build / check / run -- ARGS / test NAME -- --nocapture | do
clippy --all-targets -- -D warnings / fmt --check | check
add CRATE --features F / update -p CRATE / tree -i CRATE | dependencies
-p PACKAGE --workspace --features F --release | what
$ cargo test -p core parser:: -- --nocapture | some tests with output
noise ^ *(?:Compiling|Downloaded|Downloading|Fresh|Checking|Updating|Locking|Adding|Blocking) 
noise ^test .* \.\.\. ok$
most 120

rustup: toolchains of Rust
use rustup COMMAND
update / show | state
default stable / override set nightly | choose
component add clippy rustfmt | parts
target add TARGET | cross
run nightly CMD | once

go test: test Go packages
use go test [options] PACKAGE...
-run REGEX -v | some tests
-race / -count=1 / -short / -timeout 2m | how
-bench REGEX -benchmem -run '^$' | benchmarks
-coverprofile F && go tool cover -func F | coverage
$ go test ./... -run 'TestParse/empty' -count=1 | one subtest
noise ^(?:=== RUN|=== PAUSE|=== CONT|--- PASS|    --- PASS|\?  )
noise ^go: downloading
most 120

go: build Go programs
use go COMMAND [options]
build ./... / run . / vet ./... / fmt ./... | do
mod tidy / mod why PKG / get PKG@VERSION | dependencies
list -m -u all | updates
env -w K=V / generate ./... | others
-C DIR | folder (first flag)
noise ^go: (?:downloading|finding|extracting)
most 120

golangci-lint: check Go code
use golangci-lint run [options] [PATH...]
--fix | repair
-E NAME -D NAME | linters
--new-from-rev REV | only new findings
--timeout 5m | time
linters | list

dotnet: build .NET projects
use dotnet COMMAND [options]
build / test / run / publish -c Release -o OUT | do
test --filter 'FullyQualifiedName~Foo' --no-build | some tests
add package NAME / list package --outdated | dependencies
--project PATH -v minimal | which, how loud
format --verify-no-changes | check
noise ^ +(?:Determining projects|All projects are up-to-date|Restored )
noise ^  \S+ -> /
most 120

swift: build Swift packages
use swift COMMAND
build -c release / run / test --filter T | do
package resolve / update / describe | dependencies
noise ^\[\d+/\d+\] (?:Compiling|Emitting|Linking|Planning)
most 100

xcodebuild: build Apple projects
use xcodebuild ACTION [options]
-scheme S -project P / -workspace W | what
-destination 'platform=iOS Simulator,name=iPhone 16' | where
build / test -only-testing:T/C/m / clean / archive | do
-list / -showBuildSettings -quiet | look
noise ^(?:CompileC|SwiftCompile|Ld |CpResource|ProcessInfoPlist|CodeSign|builtin-|    cd |    export |Touch |RegisterExecution|note: Using)
most 120

flutter: apps in Dart
use flutter COMMAND
run -d DEVICE / test PATH --name T / build apk --release | do
pub get / pub outdated / analyze / doctor -v | others
clean | start over
noise ^(?:Downloading|Resolving dependencies|Got dependencies|\+ |  \S+ [\d.]+ \([\d.]+ available\))
most 100

pytest: test Python code
use pytest [options] [PATH[::TEST]...]
-k EXPR / -m MARK | some tests
-x / --maxfail=N / --lf / --ff | stop early, last failures
-q -v -s --tb=short | output
-n auto | in parallel (xdist)
--cov=PKG | coverage (pytest-cov)
--collect-only -q | list
$ pytest -q --tb=short -x tests/test_a.py::test_b | one test
noise ^\S+ (?:PASSED|SKIPPED) +\[ *\d+%\]
noise ^\S+\.py [.s]+ +\[ *\d+%\]
most 150

tox: test in several environments
use tox [options]
-e ENV -- ARGS | one environment
-p / -r / -l | parallel, recreate, list
run-parallel | all at once

nox: test sessions in Python
use nox [options]
-s SESSION -- ARGS | one
-l / -r | list, reuse

ruff: check and format Python
use ruff check [PATH...] | ruff format [PATH...]
--fix --unsafe-fixes | repair
--select CODES --ignore CODES | rules
--output-format concise/json/github | output
format --check --diff | only look

mypy: check types of Python
use mypy [options] PATH...
--strict | all checks
-p PACKAGE -m MODULE | what
--ignore-missing-imports --show-error-codes | how
--install-types --non-interactive | stubs

pyright: check types of Python
use pyright [options] [PATH...]
--outputjson | for scripts
-p FILE --pythonversion 3.12 | settings
--warnings | exit 1 on warnings

black: format Python
use black [options] PATH...
--check --diff | only look
-l N -t py312 | width, target

uv: Python packages, environments and versions
use uv COMMAND [options]
sync --frozen / lock --upgrade-package P | project
add P --dev / remove P | dependencies
run CMD | in the project's environment
pip install -r FILE / venv --python 3.12 | as pip
tool install NAME / uvx NAME | tools
python install 3.12 | versions
noise ^(?:Downloading|Downloaded|Prepared|Resolved|Building|Built) 
noise ^ \+ 
most 80

poetry: Python projects
use poetry COMMAND
install --with dev --no-root / lock / update P | dependencies
add P --group dev / show --tree --outdated | look
run CMD / env info / build / publish | others
noise ^  [-•] (?:Installing|Updating|Downloading)
most 80

pip install: install Python packages
use pip install [options] PACKAGE...
-r FILE / -e . / -U | what
--no-deps --dry-run --user --target DIR | how
-q --progress-bar off | quiet
noise ^(?:Requirement already satisfied|Collecting|  Downloading|  Using cached|Downloading|Using cached|  Preparing metadata|  Getting requirements|  Installing build|Building wheels|  Building wheel|  Created wheel|  Stored in)
most 60

conda: environments and packages
use conda COMMAND
create -n NAME python=3.12 / env create -f FILE | make
install -n NAME -c conda-forge P / list / search P | packages
run -n NAME CMD | without activating
env list / env export --from-history | look
-y -q | for scripts
noise ^(?:[\w.-]+ +\| |Downloading and Extracting|Preparing transaction|Verifying transaction|Executing transaction)
most 80

npm install: install Node packages
use npm install [options] [PACKAGE...]
-D / -g / --save-exact | how to keep
--legacy-peer-deps --ignore-scripts --no-audit --no-fund | how
noise ^npm (?:warn deprecated|http fetch|notice|timing|sill|verb)
most 60

npm ci: install what the lock file says
use npm ci [options]
--ignore-scripts --no-audit --no-fund | how
noise ^npm (?:warn deprecated|http fetch|notice|timing|sill|verb)
most 60

pnpm: Node packages
use pnpm COMMAND
install --frozen-lockfile / add P -D / update -r --latest P | dependencies
-r run SCRIPT / --filter PKG... SCRIPT | workspaces
dlx P / exec CMD | run
why P / outdated / store prune | look
noise ^(?:Progress: resolved|Packages: \+|Already up to date|\++$|Downloading )
most 80

yarn: Node packages
use yarn COMMAND
install --immutable / add P -D / up P | dependencies
workspaces foreach -A run S / workspace W run S | workspaces
why P / dlx P / constraints | others
noise ^(?:➤ YN0013|➤ YN0019|➤ YN0000: [┌└│]|\[\d/\d\]|info |warning .* > )
most 80

bun: run and package JavaScript
use bun COMMAND
run SCRIPT / FILE.ts / test PATH -t NAME | run
install --frozen-lockfile / add -d P / update | dependencies
build ENTRY --outdir D --minify --target node | bundle
x P | as npx

deno: run TypeScript and JavaScript
use deno COMMAND
run -A FILE / --allow-read=DIR --allow-net=HOST | permissions
test --filter T / fmt --check / lint / check FILE | check
task NAME / compile -o OUT FILE / add npm:P | others

nvm: versions of Node (a shell function)
use nvm COMMAND
install 20 / use 20 / ls / alias default 20 | versions
exec 20 CMD | once

tsc: check and compile TypeScript
use tsc [options] [FILE...]
-p DIR --noEmit | check a project
-b / -w / --incremental | references, watch
--showConfig / --listFiles / --traceResolution | look
--pretty false | one line per error

tsx: run TypeScript files
use tsx [watch] FILE [ARGS]
--tsconfig FILE | settings
-e CODE | code

eslint: check JavaScript
use eslint [options] [PATH...]
--fix --fix-dry-run | repair
--max-warnings 0 --quiet | strictness
-f json / --rule 'NAME: error' | output, rule
--cache --print-config FILE | others

prettier: format files
use prettier [options] PATH...
--write / --check / -l | change, check, list
--config FILE --ignore-path FILE | settings
--stdin-filepath NAME | from stdin

biome: check and format web code
use biome COMMAND [PATH...]
check --write / ci / lint / format --write | do
--changed --since=main | only changed files
--reporter=github/json | output

oxlint: check JavaScript fast
use oxlint [options] [PATH...]
--fix / -D RULE / -A RULE / -W CATEGORY | rules
--deny-warnings -f json | output

jest: test JavaScript
use jest [options] [PATTERN]
-t NAME / --testPathPatterns P | some tests
-i / --bail / --onlyChanged / -u | one at a time, stop, changed, snapshots
--coverage --json --silent --ci | output
noise ^PASS 
noise ^ +✓ 
most 150

vitest: test JavaScript
use vitest run [options] [FILTER...]
-t NAME / --changed / --project P | some tests
--reporter=dot/json/verbose --coverage -u | output
--bail N --pool threads --no-file-parallelism | how
$ vitest run src/a.test.ts -t 'parses' | one test
noise ^ +✓ 
most 150

mocha: test JavaScript
use mocha [options] [SPEC...]
-g TEXT / -b / -R dot / --timeout MS | some, stop, output
-r MODULE --recursive --parallel | how
noise ^ +✔ 
most 150

playwright: test in browsers
use playwright test [options] [FILTER]
-g TITLE --project=chromium --headed --debug | some tests
--reporter=line --trace on --retries N -j 1 | how
install --with-deps chromium | browsers
show-report / codegen URL / show-trace FILE | tools
noise ^ +✓ +\d+
most 150

cypress: test in browsers
use cypress run [options]
--spec GLOB --browser chrome --headless | what
--component / --config K=V / --env K=V | how
noise ^ +✓ 
most 150

vite: build web apps
use vite [COMMAND]
dev --host --port N / build --mode M / preview | do
--config FILE --base PATH --debug | how
noise ^dist/\S+ +[\d.]+ kB
most 60

webpack: bundle JavaScript
use webpack [options]
--mode production --config FILE --watch | how
--json=stats.json --analyze | look
noise ^(?:asset |  modules by|    \./|  \+ \d+ modules|runtime modules|cacheable modules)
most 60

esbuild: bundle JavaScript fast
use esbuild ENTRY [options]
--bundle --outfile=F / --outdir=D | output
--platform=node --format=esm --target=es2022 | for
--minify --sourcemap --external:P --define:K=V --metafile=F | how

rollup: bundle JavaScript
use rollup [options] -i ENTRY -o FILE
-c FILE -f esm -p PLUGIN -w | how
--external P --sourcemap | how

next: React framework
use next COMMAND
dev -p N --turbopack / build / start / lint | do
info / telemetry disable | others

nx: monorepo tasks
use nx COMMAND
run PROJECT:TARGET / affected -t TARGET / run-many -t T -p P1,P2 | run
graph / show projects --affected / reset | look
--skip-nx-cache --parallel=N | how

turbo: monorepo tasks
use turbo run TASK [options]
--filter=PKG... --affected | which
--force --dry=json --concurrency N | how
prune PKG --docker | subset
noise ^\S+:\S+: (?:cache hit, replaying|cache miss)
most 150

lerna: monorepo packages
use lerna COMMAND
run SCRIPT --scope P --since main | run
version --conventional-commits --no-private / publish from-git | release
changed / list --json / diff P | look

bundle: gems of a Ruby project
use bundle COMMAND
install --jobs 4 / update GEM / add GEM | dependencies
exec CMD / outdated / info GEM / config set K V | others
noise ^(?:Using |Fetching |Installing )
most 60

rspec: test Ruby
use rspec [options] [FILE[:LINE]...]
-e TEXT -t TAG --only-failures --fail-fast | some
-f d/p/json --bisect --seed N | how

rails: Ruby on Rails
use bin/rails COMMAND
test PATH:LINE / db:migrate / db:rollback STEP=1 / routes -g TEXT | do
runner CODE / console -s / generate X / credentials:edit | others
-e ENV | environment

rubocop: check Ruby
use rubocop [options] [PATH...]
-a / -A | repair safely / all
--only COP -f simple/json --parallel | how

composer: packages of PHP
use composer COMMAND
install --no-dev -o / require P --dev / update P -W | dependencies
show -t / outdated -D / why P / validate | look
-n --no-scripts --no-progress | for scripts
noise ^  - (?:Downloading|Installing|Locking|Syncing|Extracting|Upgrading)
most 60

phpunit: test PHP
use vendor/bin/phpunit [options] [PATH]
--filter NAME --testsuite S --group G --stop-on-failure | some
--testdox --coverage-text --display-warnings | output

artisan: Laravel
use php artisan COMMAND
migrate --pretend / migrate:rollback / route:list / test --filter T | do
make:X NAME / tinker --execute CODE / queue:work --once | others
config:clear / optimize:clear | caches

mix: build Elixir projects
use mix TASK
test PATH:LINE --stale / compile --warnings-as-errors / format --check-formatted | do
deps.get / deps.update D / hex.outdated | dependencies
ecto.migrate / phx.server / credo | others

psql: PostgreSQL
use psql [options] [DB]
-h HOST -p PORT -U USER -d DB / URL | where; the password in PGPASSWORD or ~/.pgpass
-c SQL / -f FILE / -v ON_ERROR_STOP=1 -1 | run; stop at errors, in one transaction
-At -F , / --csv / -x | plain, CSV, one column per line
\d TABLE \dt \dn \di \df \l | look
$ psql "$URL" -v ON_ERROR_STOP=1 -At -c 'select count(*) from t' | one value

pg_dump: back up PostgreSQL
use pg_dump [options] DB
-Fc -f FILE / -Fd -j N | archive; restore with pg_restore
-t TABLE -n SCHEMA -s -a | which; only schema, only data
--no-owner --no-privileges | portable

pg_restore: restore PostgreSQL
use pg_restore [options] FILE
-d DB --clean --if-exists --no-owner -j N | into
-l / -L LIST / -t TABLE -1 -e | list, some, one transaction, stop at errors

mysql: MySQL and MariaDB
use mysql [options] [DB]
-h HOST -P PORT -u USER -p | where; asks for the password
-e SQL -N -B | run, without names, tab-separated
--defaults-extra-file=F | settings with the password
< FILE | run a file

mysqldump: back up MySQL
use mysqldump [options] DB [TABLE...]
--single-transaction --quick --routines --triggers | consistent
--no-data / --no-create-info / --where=EXPR | parts

sqlite3: SQLite
use sqlite3 [options] FILE [SQL]
-json -csv -header -column -line | output
.tables .schema TABLE .indexes .mode box | look
-readonly -bail | safe
$ sqlite3 -readonly -json db.sqlite 'select * from t limit 5' | rows as JSON

redis-cli: Redis
use redis-cli [options] COMMAND
-h HOST -p PORT -n DB -u URL --tls | where; the password in REDISCLI_AUTH
--scan --pattern P | keys, without blocking
--raw --json --csv | output
info memory / monitor / --latency / --bigkeys | look

mongosh: MongoDB
use mongosh [URL] [options]
--eval CODE --quiet --json=relaxed | run
--file F --norc | script
$ mongosh "$URL" --quiet --eval 'db.t.countDocuments()' | one value

duckdb: analyse data files
use duckdb [options] [FILE] [SQL]
-c SQL / -json -csv -markdown | run, output
read_parquet('*.parquet') read_csv_auto('f.csv') | read files
-readonly | safe
$ duckdb -c "select * from 'data/*.parquet' limit 5" | look into files

dbt: transform data
use dbt COMMAND [options]
run / test / build / seed / compile / ls -s SELECTOR | do
-s model+ --exclude M --full-refresh | which
--target T --vars YAML --profiles-dir D | where
debug / docs generate / deps | others

kcat: read and write Kafka
use kcat -b BROKER [options]
-L | list topics
-C -t T -o -10 -e -q -f FORMAT | read
-P -t T -k KEY | write from stdin
-X K=V | settings

nats: NATS messaging
use nats COMMAND
pub SUBJ TEXT / sub SUBJ / req SUBJ TEXT | messages
stream ls/info/view / consumer ls | JetStream
--context C -s URL | where

curl: transfer data by URL
use curl [options] URL
-fsS | fail on HTTP errors, quiet but with errors
-L | follow redirects
-X METHOD -d DATA --json JSON -F K=@FILE | send
-H HEADER | header
-o FILE -O -C - | save, go on
-w '%{http_code}\n' -I -i -v | look
--max-time S --retry N --resolve HOST:PORT:IP --cacert F | how
$ curl -fsS -o /dev/null -w '%{http_code}\n' URL | only the status

wget: download
use wget [options] URL...
-O FILE / -P DIR / -c / -N | where, go on, if newer
-q --show-progress -S --spider | output, only look
-r -l N -np -k -p | recursively

http: send requests (HTTPie)
use http [options] [METHOD] URL [KEY=VALUE...]
K=V K:=JSON K==QUERY H:VALUE K@FILE | text, JSON, query, header, file
-b -h -v --check-status | body, headers, all, exit by status
-a USER:PASS -A bearer | authenticate
--follow --timeout S -d -o FILE | how

grpcurl: call gRPC services
use grpcurl [options] HOST:PORT [METHOD]
list / describe SYMBOL | look
-d JSON / @ | request
-plaintext -H HEADER -proto FILE -import-path D | how

websocat: talk to WebSockets
use websocat [options] URL
-n1 -1 | one message
-H HEADER -t -b | header, text, binary
-k | without checking the certificate

dig: ask DNS
use dig [@SERVER] NAME [TYPE] [options]
+short | only answers
+trace +dnssec +tcp | how
-x ADDRESS | reverse
$ dig +short A example.com @1.1.1.1 | addresses

openssl: keys, certificates and TLS
use openssl COMMAND [options]
x509 -in F -noout -text -dates -subject -ext subjectAltName | look at a certificate
s_client -connect H:443 -servername H </dev/null | look at a server
req -x509 -newkey rsa:2048 -nodes -keyout K -out C -days N -subj /CN=X | self-signed
pkey -in K -pubout / rand -hex 32 / dgst -sha256 F | others
verify -CAfile CA F | check a chain

ssh: run commands on other machines
use ssh [options] [USER@]HOST [COMMAND]
-i KEY -p PORT -J JUMP -F FILE | how
-L PORT:HOST:PORT / -R / -D PORT -N -f | tunnels
-o BatchMode=yes -o ConnectTimeout=5 | for scripts
-t / -T -q -v | terminal, output

scp: copy files between machines
use scp [options] SRC DST
-r -p -C -P PORT -i KEY -J JUMP | how
HOST:PATH | remote side

rsync: copy and mirror files
use rsync [options] SRC DST
-a -v -z -n | archive, verbose, compress, dry run
--delete --exclude GLOB --partial --info=progress2 | mirror
-e 'ssh -p N' | through
SRC/ | a trailing slash means the contents
$ rsync -avn --delete src/ host:dst/ | preview

tar: archives
use tar [options] -f FILE [PATH...]
-c -x -t | make, unpack, list
-z -J --zstd | compression; automatic when unpacking
-C DIR --strip-components=N --exclude GLOB | where, what
$ tar -xzf a.tgz -C out --strip-components=1 | unpack into a folder

zip: make a zip archive
use zip [options] FILE.zip PATH...
-r -q -9 -x GLOB -u -j | folders, quiet, best, without, update, no folders

unzip: unpack a zip archive
use unzip [options] FILE.zip [NAME...]
-l -d DIR -o -n -q -p | list, where, overwrite, never, quiet, to stdout

7z: archives of many kinds
use 7z COMMAND [options] FILE [PATH...]
a / x -oDIR / l / t | add, unpack, list, test
-pPASS -mx=9 -y | how

systemctl: services of systemd
use systemctl COMMAND [UNIT...]
status / start / stop / restart / reload / enable --now | units
list-units --failed / list-timers / cat UNIT / show -p P UNIT | look
daemon-reload / edit UNIT / --user | others
--no-pager | for scripts

journalctl: the log of systemd
use journalctl [options]
-u UNIT -b -p err --since '1 hour ago' -n N -f | which
-o json/cat --no-pager -g REGEX -k | how
--disk-usage --vacuum-time=7d | space

ss: sockets
use ss [options] [FILTER]
-t -u -l -n -p -a | TCP, UDP, listening, numbers, processes, all
'sport = :8080' state established | filter
$ ss -ltnp | who listens

lsof: open files
use lsof [options] [FILE]
-i :PORT -sTCP:LISTEN -nP | who has a port
-p PID -u USER -c NAME +D DIR | which

ip: network interfaces
use ip [options] OBJECT COMMAND
-br addr / link / route / neigh | look
-j -4 -6 | output
route get ADDRESS / netns exec NS CMD | others

nmap: find open ports
use nmap [options] TARGET
-p PORTS -sV -Pn -T4 | which, versions, no ping
-oG - -oX F --open | output

tcpdump: record packets
use tcpdump [options] [FILTER]
-i IF -n -c N -A -X -s 0 | how
-w FILE / -r FILE | save, read
'port 443 and host H' | filter

strace: trace system calls
use strace [options] COMMAND
-f -e trace=file,network -p PID | what
-o FILE -tt -T -c -s N -y | output

perf: measure a program
use perf COMMAND
stat -d CMD / record -g CMD / report --stdio / top | do
-F HZ -p PID | how

gdb: debug programs
use gdb [options] [PROGRAM]
-batch -ex 'run' -ex 'bt full' --args PROG ARGS | without a screen
-p PID -c CORE -x FILE | what

valgrind: find memory errors
use valgrind [options] PROGRAM
--leak-check=full --show-leak-kinds=definite --track-origins=yes | how
--error-exitcode=1 --log-file=F -q | output
--tool=callgrind/massif | other tools

apt-get: packages of Debian
use apt-get [options] COMMAND
update / install -y --no-install-recommends P=VERSION / remove / autoremove | do
-qq -s --only-upgrade | how
DEBIAN_FRONTEND=noninteractive | no questions
noise ^(?:Get:|Hit:|Ign:|Selecting previously|Preparing to unpack|Unpacking |Setting up |Processing triggers|\(Reading database|Fetched |Reading package|Building dependency|Reading state)
most 40

apt: packages of Debian
use apt [options] COMMAND
install P / search P / show P / list --upgradable / full-upgrade | do
-y -qq | for scripts, where apt-get is steadier
noise ^(?:Get:|Hit:|Ign:|Selecting previously|Preparing to unpack|Unpacking |Setting up |Processing triggers|\(Reading database|Fetched |Reading package|Building dependency|Reading state)
most 40

dpkg: packages of Debian, low level
use dpkg [options]
-l PATTERN / -L PACKAGE / -S PATH / -s PACKAGE | look
-i FILE.deb / -r P / -P P | install, remove, purge

apk: packages of Alpine
use apk COMMAND
add --no-cache P=VERSION / del P / update / upgrade | do
info -L P / info -W PATH / search P | look
noise ^(?:fetch |\(\d+/\d+\) )
most 40

dnf: packages of Fedora and RHEL
use dnf COMMAND [options]
install -y P / remove / upgrade / group install G | do
search / info / provides PATH / repoquery -l P / history undo ID | look

brew: packages of macOS and Linux
use brew COMMAND
install F / upgrade F / uninstall F / bundle --file F | do
info F / list --versions / outdated / services restart F / doctor | look
noise ^(?:==> (?:Downloading|Fetching|Pouring|Caveats)|#+ +[\d.]+%|Already downloaded)
most 60

asdf: versions of tools
use asdf COMMAND
plugin add N / install N VERSION / set N VERSION (older: local, global) | do
current / list N / list all N / where N / reshim | look

mise: versions of tools and tasks
use mise COMMAND
use node@20 / install / ls / exec node@20 -- CMD | tools
run TASK / tasks / trust / env | others

direnv: environment by folder
use direnv COMMAND
allow / deny / reload / exec DIR CMD / status | do

tmux: terminals that stay
use tmux COMMAND
new -d -s NAME CMD / ls / attach -t NAME / kill-session -t NAME | sessions
send-keys -t NAME 'text' Enter / capture-pane -p -t NAME -S -200 | drive from scripts

screen: terminals that stay
use screen [options]
-dmS NAME CMD / -ls / -r NAME / -S NAME -X quit | sessions

crontab: jobs by time
use crontab [options]
-l / -e / FILE / -r | show, edit, set, remove all
m h dom mon dow CMD | a line

ffmpeg: convert audio and video
use ffmpeg [options] -i IN [options] OUT
-c copy / -c:v libx264 -crf 23 -preset fast / -c:a aac -b:a 128k | coding
-ss T -t D -to T | part
-vf scale=1280:-2,fps=30 -an -vn -map 0:v | what
-y -loglevel error -hide_banner -nostdin | for scripts
noise ^(?:frame=|size=|  configuration:|  lib|  built with)
most 60

magick: convert images (ImageMagick 7)
use magick IN [options] OUT
-resize 800x600 -crop WxH+X+Y -rotate N -quality 85 -strip | change
identify FILE / mogrify | look, in place
-density 150 in.pdf[0] out.png | a page

pandoc: convert documents
use pandoc [options] -f FROM -t TO -o OUT IN
-s --toc --metadata K=V --template F | whole document
--extract-media=D --wrap=none -M title=T | how
$ pandoc in.docx -t gfm --wrap=none -o out.md | Word to Markdown

exiftool: metadata of files
use exiftool [options] FILE...
-j -G -s -TAG | output
-TAG=VALUE -all= -overwrite_original -r | change

git-lfs: large files in git
use git lfs COMMAND
install / track '*.bin' / ls-files / pull -I GLOB / migrate import --include G | do

pre-commit: hooks of git
use pre-commit COMMAND
run -a / run HOOK --files F / install / autoupdate / clean | do
SKIP=hook1,hook2 | leave out
noise \.+Passed$
noise ^\[INFO\] (?:Initializing|Installing|Once installed|This may take)
most 100

semgrep: find patterns in code
use semgrep scan [options] [PATH...]
--config auto/FILE/p/NAME -e PATTERN -l LANG | rules
--json --sarif --error --baseline-commit REV -q | output
--autofix --dryrun | repair

trivy: find vulnerabilities
use trivy TARGET [options]
image NAME / fs DIR / config DIR / repo URL / sbom F | what
--severity HIGH,CRITICAL --ignore-unfixed --exit-code 1 -f json -q | how

gitleaks: find secrets
use gitleaks COMMAND
git . / dir PATH (older: detect) | where
--redact -v -f json -r FILE --baseline-path F | how

cosign: sign and check images
use cosign COMMAND
sign REF / verify --certificate-identity ID --certificate-oidc-issuer URL REF | keyless
generate-key-pair / verify --key K REF | with keys
attest --predicate F --type T REF | statements

syft: list what is in software
use syft SOURCE [options]
dir:. / IMAGE / file:F | what
-o spdx-json=F / cyclonedx-json / table | output

sops: files with encrypted values
use sops [options] FILE
-d / -e -i / edit | decrypt, encrypt, edit
exec-env FILE CMD | variables for one command
--age KEY --kms ARN -s | keys

age: encrypt files
use age [options] [FILE]
-r RECIPIENT -R FILE -p -a -o OUT | encrypt
-d -i KEY | decrypt
age-keygen -o F | a key

gpg: encrypt and sign
use gpg [options] [FILE]
-e -r WHO -a -o OUT / -d | encrypt, decrypt
--detach-sign -a / --verify SIG FILE | sign, check
-K -k --list-keys --with-colons | keys
--batch --yes --pinentry-mode loopback | for scripts

vault: secrets of HashiCorp Vault
use vault COMMAND
kv get -field=F -mount=secret PATH / kv put PATH K=V / kv list | values
status / token lookup / login -method=M | state
-format=json | output

consul: services and settings
use consul COMMAND
members / catalog services / kv get K / kv put K V | do
-http-addr URL -token-file F | where

nomad: run workloads
use nomad COMMAND
job plan F / job run F / job status J / alloc logs -f ID / alloc exec ID CMD | do
node status / system gc | look

protoc: compile protocol buffers
use protoc [options] FILE...
-I DIR --LANG_out=DIR --LANG_opt=O | output
--descriptor_set_out=F --include_imports | descriptors

buf: protocol buffers
use buf COMMAND
lint / breaking --against '.git#branch=main' / generate / build -o F / format -w | do

openapi-generator-cli: code from OpenAPI
use openapi-generator-cli generate -i SPEC -g GENERATOR -o DIR
list / config-help -g G / validate -i SPEC | look
--additional-properties=K=V | settings

k6: load tests
use k6 run [options] SCRIPT
--vus N --duration 30s --stage 10s:5 | load
-e K=V --summary-export F --quiet | how

wrk: load an HTTP server
use wrk -t THREADS -c CONNECTIONS -d 30s [options] URL
-s SCRIPT -H HEADER --latency | how

just: run the recipes of a justfile
use just [options] [RECIPE [ARGS]]
-l -n -f FILE --set K V --show R | list, dry run, others

task: run the tasks of a Taskfile
use task [options] TASK [K=V] [-- ARGS]
-l -a -n -f -d DIR --watch --summary | list, dry run, force, others

watchexec: run on change
use watchexec [options] -- COMMAND
-e EXT -w PATH -i GLOB -r -c | what, restart, clear

entr: run on change
use LIST | entr [options] COMMAND
-r -c -d -s -p /_ | restart, clear, folders, shell, wait, the file

parallel: run commands in parallel
use parallel [options] COMMAND ::: ARGS
-j N --bar --dry-run --halt now,fail=1 -k --tag --joblog F | how
{} {.} {/} {#} | argument, without extension, name, number

claude: Claude Code
use claude [options] [PROMPT]
-p PROMPT --output-format json/stream-json | without a screen
-c / -r ID / --model M --allowedTools LIST --max-turns N | how
mcp list/add/remove | servers

ollama: models on this machine
use ollama COMMAND
run MODEL PROMPT / pull M / list / ps / rm M / show M | do
serve | the server
`

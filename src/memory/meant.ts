/** Stems that name the same thing in rules about code. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  `repository=repo; directory=folder; directori=folder; dir=folder; docs=doc; documentation=doc; document=doc; documents=doc
  remov=delet; drop=delet; eras=delet; creat=add; introduc=add; append=add; insert=add; execut=run; invok=run; launch=run
  method=function; func=function; ts=typescript; js=javascript; spec=test; unit-test=test; message=messag; msg=messag
  message=messag; dependenci=dependency; librari=dependency; library=dependency; lib=dependency; packag=dependency
  pr=pull-request; pullrequest=pull-request; modify=edit; modifi=edit; chang=edit; touch=edit; updat=edit; alter=edit
  quot=quote; emoji=emoji; emojis=emoji; permission=approval; confirm=approval; approv=approval; ask=approval; asking=approval
  comment=comment; remark=comment; ensur=check; verify=check; verifi=check; swallow=ignor; skip=ignor; suppress=ignor
  indentation=indent; tab=tabs; long=verbose; lengthy=verbose; summari=summary; summariz=summary; recap=summary
  main=main; master=main; trunk=main; secret=secret; credential=secret; token=secret; password=secret`
    .split(/;|\n/)
    .map((pair) => pair.trim().split('=', 2))
    .map(([from = '', to = '']) => [from, to]),
)
export const meant = (word: string): string => ALIKE.get(word) ?? word
